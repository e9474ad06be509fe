import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("without options everything is measured once, for a second", () => {
  expect(parseOptions([])).toMatchObject({ seconds: 1, rounds: 1, accounts: 500, tenants: 32 });
});

test("the duration and the number of rounds can be set", () => {
  expect(parseOptions(["--seconds", "5", "--rounds", "3"])).toMatchObject({ seconds: 5, rounds: 3 });
});

test.each([
  [["--seconds", "0"], "--seconds"],
  [["--rounds", "many"], "--rounds"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
