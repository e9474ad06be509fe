import fc from "fast-check";
import { expect, test } from "vitest";
import { type Scope, scopeNames } from "../http/scopes.ts";
import { isOAuthError } from "./oauth-error.ts";
import { grantScopes } from "./request-token.ts";

const scopes: readonly Scope[] = ["accounts:read", "transfers:write"];

test("without a wish a token has all scopes of its application", () => {
  expect(grantScopes({ scopes }, undefined)).toEqual(scopes);
});

test("a wish is granted or refused, never cut", () => {
  expect(grantScopes({ scopes }, " transfers:write  transfers:write ")).toEqual(["transfers:write"]);
  for (const wish of [
    "accounts:read accounts:write",
    "accounts:read nonsense",
    "*",
    "accounts:*",
    " ",
    "ACCOUNTS:READ",
  ]) {
    expect(grantScopes({ scopes }, wish)).toMatchObject({ code: "invalid_scope" });
  }
});

test("no wish ever gives more than the application has", () => {
  const some = fc.subarray([...scopeNames]);
  fc.assert(
    fc.property(some, some, (owned, wanted) => {
      const granted = grantScopes({ scopes: owned }, wanted.join(" "));
      const isAllowed = wanted.length > 0 && wanted.every((scope) => owned.includes(scope));
      expect(isOAuthError(granted)).toBe(!isAllowed);
      if (!isOAuthError(granted)) expect([...granted].sort()).toEqual([...wanted].sort());
    }),
  );
});
