import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("the sizes of the journal are measured in ascending order, each once", () => {
  expect(parseOptions(["--postings", "1000000,10000,10000"]).postings).toEqual([10_000n, 1_000_000n]);
});

test("--quick can be combined with --seconds and --rounds", () => {
  const options = parseOptions(["--quick", "--seconds", "2", "--rounds", "3"]);
  expect(options).toMatchObject({ seconds: 2, rounds: 3, postings: [10_000n, 100_000n] });
});

test.each([
  [["--seconds", "0"], "--seconds"],
  [["--rounds", "many"], "--rounds"],
  [["--postings", "10000,"], "--postings"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
