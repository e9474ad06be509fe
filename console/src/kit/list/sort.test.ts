import { expect, test } from "vitest";
import { ariaSort, sortAfterClick } from "./sort.ts";

test("a header sorts descending first, then ascending", () => {
  expect(sortAfterClick("-created_at", "amount")).toBe("-amount");
  expect(sortAfterClick("-amount", "amount")).toBe("amount");
  expect(sortAfterClick("amount", "amount")).toBe("-amount");
});

test("only the column of the order is sorted", () => {
  expect(ariaSort("-amount", "amount")).toBe("descending");
  expect(ariaSort("amount", "amount")).toBe("ascending");
  expect(ariaSort("-created_at", "amount")).toBe("none");
});
