import fc from "fast-check";
import { expect, test } from "vitest";
import { type Scope, scopeNames } from "../http/scopes.ts";
import { isOAuthError } from "./oauth-error.ts";
import { grantScopes } from "./request-token.ts";

const scopes: readonly Scope[] = ["accounts:read", "transfers:write"];

test("without a scope parameter, a token has all scopes of its application", () => {
  expect(grantScopes({ scopes }, undefined)).toEqual(scopes);
});

test("requested scopes are granted in full or refused, never reduced", () => {
  expect(grantScopes({ scopes }, " transfers:write  transfers:write ")).toEqual(["transfers:write"]);
  for (const scope of [
    "accounts:read accounts:write",
    "accounts:read nonsense",
    "*",
    "accounts:*",
    " ",
    "ACCOUNTS:READ",
  ]) {
    expect(grantScopes({ scopes }, scope)).toMatchObject({ code: "invalid_scope" });
  }
});

test("no request gets more scopes than the application has", () => {
  const some = fc.subarray([...scopeNames]);
  fc.assert(
    fc.property(some, some, (owned, requested) => {
      const granted = grantScopes({ scopes: owned }, requested.join(" "));
      const isAllowed = requested.length > 0 && requested.every((scope) => owned.includes(scope));
      expect(isOAuthError(granted)).toBe(!isAllowed);
      if (!isOAuthError(granted)) expect([...granted].sort()).toEqual([...requested].sort());
    }),
  );
});
