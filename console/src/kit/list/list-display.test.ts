import { expect, test } from "vitest";
import { readChoice, writeChoice } from "./list-display.ts";

test("a choice of columns is read as it was written", () => {
  const choice = new Map([
    ["Reference", true],
    ["ID", false],
  ]);
  expect(readChoice(writeChoice(choice))).toEqual(choice);
  expect(readChoice("")).toEqual(new Map());
  expect(readChoice("Reference,+")).toEqual(new Map());
});
