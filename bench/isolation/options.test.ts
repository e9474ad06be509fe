import { expect, test } from "vitest";
import { parseOptions } from "./options.ts";

test("without options two tenants are locked, with 40 requests each", () => {
  expect(parseOptions([])).toMatchObject({ seconds: 4, rounds: 3, lockedTenants: 2, waitingRequests: 40 });
});

test("the duration and the number of rounds can be set", () => {
  expect(parseOptions(["--seconds", "5", "--rounds", "1"])).toMatchObject({ seconds: 5, rounds: 1 });
});

test.each([
  [["--seconds", "0"], "--seconds"],
  [["--rounds", "many"], "--rounds"],
  [["--round", "1"], "--round"],
])("%j is rejected, naming the option", (args, name) => {
  expect(() => parseOptions(args)).toThrow(name);
});
