import { expect, test } from "vitest";
import { chooseBaseFee } from "./prepare-transaction.ts";

test("the first offer is the usual fee, within the minimum and the limit", () => {
  expect(chooseBaseFee(250n, undefined, 10_000n)).toBe(250n);
  expect(chooseBaseFee(1n, undefined, 10_000n)).toBe(100n);
  expect(chooseBaseFee(50_000n, undefined, 10_000n)).toBe(10_000n);
});

test("a replacement offers ten times as much, or the usual fee if higher, up to the limit", () => {
  expect(chooseBaseFee(100n, { baseFee: "300" }, 10_000n)).toBe(3_000n);
  expect(chooseBaseFee(5_000n, { baseFee: "300" }, 10_000n)).toBe(5_000n);
  expect(chooseBaseFee(100n, { baseFee: "3000" }, 10_000n)).toBe(10_000n);
});
