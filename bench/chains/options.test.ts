import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("without options each chain gets 500 transfers at both paces, three times", () => {
  expect(parseOptions([])).toMatchObject({
    count: 500,
    rounds: 3,
    chains: ["base", "solana", "stellar"],
    paces: [{ name: "start" }, { name: "quick" }],
  });
});

test("chains and paces can be selected, and keep their order", () => {
  const options = parseOptions(["--chains", "stellar,base", "--paces", "quick", "--count", "20"]);
  expect(options).toMatchObject({ count: 20, chains: ["base", "stellar"], paces: [{ name: "quick" }] });
});

test.each([
  [["--count", "0"], "--count"],
  [["--count", "2001"], "--count"],
  [["--rounds", "many"], "--rounds"],
  [["--chains", "base,tron"], "tron"],
  [["--paces", ""], "--paces"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
