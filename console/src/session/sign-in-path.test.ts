import { expect, test } from "vitest";
import { signInPath, wayBack } from "./sign-in-path.ts";

test("the return path is a page of the console", () => {
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
])("%s is rejected as a return path", (next) => {
  expect(wayBack(next)).toBe("/");
});

test("the sign-in page is never the return path", () => {
  expect(wayBack("/sign-in?next=/sign-in")).toBe("/");
});
