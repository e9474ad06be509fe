import fc from "fast-check";
import { expect, test } from "vitest";
import { groupedDecimal } from "./grouped-decimal.ts";

test.each([
  ["0", "0"],
  ["999.5", "999.5"],
  ["1000", "1,000"],
  ["-1234567.000001", "−1,234,567.000001"],
  ["12345678901234567890.123456789012345678", "12,345,678,901,234,567,890.123456789012345678"],
  ["not a number", "not a number"],
])("%s is shown as %s", (given, shown) => {
  expect(groupedDecimal(given)).toBe(shown);
});

test("grouping never adds or removes a digit", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 38n }),
      fc.stringMatching(/^\d{0,18}$/),
      (whole, fraction) => {
        const given = fraction === "" ? `${whole}` : `${whole}.${fraction}`;
        expect(groupedDecimal(given).replaceAll(",", "")).toBe(given);
      },
    ),
  );
});
