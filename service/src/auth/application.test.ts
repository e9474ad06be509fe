import { expect, test } from "vitest";
import { scopeNames } from "../http/scopes.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { readApplicationName, readScopes } from "./application.ts";

test("scopes are named explicitly, deduplicated and kept in canonical order", () => {
  expect(readScopes(["transfers:write", "accounts:read", "transfers:write"])).toEqual([
    "accounts:read",
    "transfers:write",
  ]);
  expect(readScopes([...scopeNames])).toEqual(scopeNames);
});

test.each([["*"], ["accounts:*"], ["*:read"]])("the wildcard %s is refused", (wildcard) => {
  const outcome = readScopes(["accounts:read", wildcard]);
  expect(outcome).toMatchObject({ code: "validation_failed", errors: [{ pointer: "/scopes/1" }] });
  expect(isRefusal(outcome) && outcome.detail).toContain("wildcards");
});

test("an unknown scope and an empty scope list are refused", () => {
  for (const names of [[], ["accounts:delete"], ["toString"], ["accounts:read "]]) {
    expect(isRefusal(readScopes(names))).toBe(true);
  }
});

test("a name is trimmed; an empty, overlong or unprintable name is refused", () => {
  expect(readApplicationName("  Back office ")).toBe("Back office");
  for (const name of ["", "   ", "x".repeat(101), "a\u0000b", "a\nb", "\ud800"]) {
    expect(isRefusal(readApplicationName(name))).toBe(true);
  }
});
