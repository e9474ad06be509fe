import { expect, test } from "vitest";
import { type Books, checkBooks } from "./books.ts";

const before: Books = {
  transfers: 5n,
  responses: 5n,
  holds: 5n,
  heldUnits: 50_000n,
  events: 5n,
  audits: 5n,
  works: 5n,
};
const after: Books = {
  transfers: 7n,
  responses: 7n,
  holds: 7n,
  heldUnits: 70_000n,
  events: 7n,
  audits: 7n,
  works: 7n,
};

test("books with every row of each transfer are accepted", () => {
  expect(() => checkBooks(before, after, 2)).not.toThrow();
});

test.each(Object.keys(before))("a difference in %s is reported by name", (name) => {
  expect(() => checkBooks(before, { ...after, [name]: 6n }, 2)).toThrow(name);
});

test("an unacknowledged transfer is reported", () => {
  expect(() => checkBooks(before, after, 1)).toThrow("transfers: 7 instead of 6");
});
