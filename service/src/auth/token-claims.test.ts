import { expect, test } from "vitest";
import { testStart } from "../../test/auth.ts";
import { createIdFactory, tenantOf } from "../kernel/id.ts";
import { addMs } from "../kernel/instant.ts";
import { readClaims, type TokenClaims, tokenLifetimeMs, writeClaims } from "./token-claims.ts";

const newId = createIdFactory({ now: () => testStart });
const parties = { issuer: "https://auth.example.com", audience: "https://api.example.com" };
const accountId = newId<"account">();
const claims: TokenClaims = {
  jti: newId<"token">(),
  applicationId: newId<"application">(),
  accountId,
  tenantId: tenantOf(accountId),
  network: "mainnet",
  scopes: ["accounts:read", "transfers:write"],
  issuedAt: testStart,
  expiresAt: addMs(testStart, tokenLifetimeMs),
  jkt: undefined,
  credential: "key:2026-11",
};

test("a token has the claims that RFC 9068 requires, and they are read back", () => {
  const payload = writeClaims(claims, parties);
  expect(payload).toMatchObject({
    iss: parties.issuer,
    aud: parties.audience,
    sub: claims.applicationId,
    client_id: claims.applicationId,
    iat: testStart / 1000,
    exp: testStart / 1000 + 3600,
    scope: "accounts:read transfers:write",
  });
  expect(readClaims(payload, parties)).toEqual(claims);
});

test("a token that is bound to a key names it (RFC 9449 §6.1)", () => {
  const bound = { ...claims, jkt: "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I" };
  const payload = writeClaims(bound, parties);
  expect(payload["cnf"]).toEqual({ jkt: bound.jkt });
  expect(readClaims(payload, parties)).toEqual(bound);
  expect(writeClaims(claims, parties)).not.toHaveProperty("cnf");
});

test("a scope unknown to this build grants nothing", () => {
  const payload = { ...writeClaims(claims, parties), scope: "accounts:read accounts:everything" };
  expect(readClaims(payload, parties)?.scopes).toEqual(["accounts:read"]);
});

test.each([
  ["another issuer", { iss: "https://elsewhere.example" }],
  ["another audience", { aud: "https://elsewhere.example" }],
  ["our audience among others", { aud: [parties.audience, "https://elsewhere.example"] }],
  ["an unknown network", { network: "devnet" }],
  ["a malformed tenant id", { tenant_id: "everyone" }],
  ["no account", { account_id: undefined }],
  ["no expiry", { exp: undefined }],
  ["no jti", { jti: undefined }],
  [
    "a confirmation that this build cannot check",
    { cnf: { "x5t#S256": "bwcK0esc3ACC3DB2Y5_lESsXE8o9ltc05O89jdN-dg2" } },
  ],
  ["an empty confirmation", { cnf: null }],
  ["scopes in an array", { scope: ["accounts:read"] }],
])("a token with %s is rejected", (_name, change) => {
  expect(readClaims({ ...writeClaims(claims, parties), ...change }, parties)).toBeUndefined();
});
