import fc from "fast-check";
import { expect, test } from "vitest";
import { readFilter } from "./filter.ts";

const names = { username: "userName", externalid: "externalId", "emails.value": "email" } as const;
const read = (filter: string) => readFilter(filter, names);

test("comparisons joined by and are read, with attributes in any letter case and quoted texts of any content", () => {
  const anyText = fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"));
  fc.assert(
    fc.property(anyText, anyText, (left, right) => {
      const filter = ` userNAME eq ${JSON.stringify(left)} AND emails[type eq "work"].value eq ${JSON.stringify(right)}`;
      expect(read(filter)).toEqual({ userName: left, email: right });
    }),
  );
});

test("no filter means every resource", () => {
  expect([readFilter(undefined, names), read("  ")]).toEqual([{}, {}]);
});

test.each([
  'userName eq "a" and',
  'userName eq "a" and  ',
  'userName eq "a"and externalId eq "b"',
  'userName eq "a" or externalId eq "b"',
  'userName eq "a" and userName eq "b"',
  'userName eq "a',
  "userName eq a",
  'constructor eq "a"',
  'userName eq "\\u0000"',
  'eq "a"',
])("%s is refused", (filter) => {
  expect(() => read(filter)).toThrow("the filter must be attributes with eq");
});

test("the work is linear in the length of the filter: each character is looked at a bounded number of times", () => {
  // With a quadratic reader these would take minutes.
  const length = 2_000_000;
  for (const filter of [
    `userName eq "a"${" and x".repeat(length / 6)}`,
    `userName eq "${" and ".repeat(length / 5)}`,
    `userName eq "a" and ${'\\\\"'.repeat(length / 3)}`,
    `userName${" ".repeat(length)}eq`,
  ])
    expect(() => read(filter)).toThrow();
});
