import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("without options everything is measured, in three rounds", () => {
  expect(parseOptions([])).toMatchObject({
    seconds: 2,
    rounds: 3,
    subscriptions: [1, 10, 1_000],
    parts: ["delivery", "isolation"],
  });
});

test("a quick check can be configured", () => {
  const args = ["--seconds", "1", "--rounds", "1", "--subscriptions", "10,50", "--parts", "delivery"];
  expect(parseOptions(args)).toMatchObject({
    seconds: 1,
    rounds: 1,
    subscriptions: [10, 50],
    parts: ["delivery"],
  });
});

test.each([
  [["--seconds", "0"], "--seconds"],
  [["--rounds", "many"], "--rounds"],
  [["--subscriptions", "1,"], "--subscriptions"],
  [["--subscriptions", "1001"], "--subscriptions"],
  [["--parts", "speed"], "--parts"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
