import { expect, test } from "vitest";
import { signInPath, wayBack } from "./sign-in-path.ts";

test("the way back leads to a page of the console", () => {
  expect(wayBack(signInPath("/w/T/testnet/transfers?status=held").search.next)).toBe(
    "/w/T/testnet/transfers?status=held",
  );
});

test.each([
  ["https://evil.example"],
  ["//evil.example"],
  ["/\\evil.example"],
  ["javascript:x"],
  [undefined],
  [{}],
])("%s is no way back", (next) => {
  expect(wayBack(next)).toBe("/");
});

test("nobody is led from the sign-in page to the sign-in page", () => {
  expect(wayBack("/sign-in?next=/sign-in")).toBe("/");
});
