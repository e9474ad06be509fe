import { expect, test } from "vitest";
import { parsePostalLine } from "./postal-line.ts";

const springfield = {
  streetLine1: "1 Main Street",
  streetLine2: undefined,
  city: "Springfield",
  state: "IL",
  zip: "62701",
};

test.each([
  ["1 Main Street, Springfield, IL 62701", springfield],
  ["1 Main Street , Springfield ,IL 62701", springfield],
  ["1 Main Street, Springfield IL 62701", springfield],
  ["1 Main Street, Springfield, IL 62701, USA", springfield],
  ["1 Main Street, Springfield, IL 62701-1234", { ...springfield, zip: "62701-1234" }],
  ["1 Main Street, Suite 4, Springfield, IL 62701", { ...springfield, streetLine2: "Suite 4" }],
  [
    "1 Main Street, Floor 2, Suite 4, Springfield, IL 62701",
    { ...springfield, streetLine2: "Floor 2, Suite 4" },
  ],
])("%s is read", (line, address) => {
  expect(parsePostalLine(line)).toEqual(address);
});

test.each([
  "",
  "Springfield, IL 62701",
  "1 Main Street, Springfield, IL",
  "1 Main Street 62701",
  "1 Rue A, Paris 75001",
])("%j is refused", (line) => {
  expect(parsePostalLine(line)).toBeUndefined();
});
