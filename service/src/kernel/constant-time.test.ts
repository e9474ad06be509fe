import fc from "fast-check";
import { expect, test } from "vitest";
import { equalInConstantTime } from "./constant-time.ts";

test("the result agrees with plain equality, for equal and unequal lengths", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      expect(equalInConstantTime(left, right)).toBe(left === right);
      expect(equalInConstantTime(left, Buffer.from(left))).toBe(true);
    }),
  );
});
