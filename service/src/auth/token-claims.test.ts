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
};

test("a token says what RFC 9068 asks, and what it says is read back", () => {
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

test("a scope that this build does not know grants nothing", () => {
  const payload = { ...writeClaims(claims, parties), scope: "accounts:read accounts:everything" };
  expect(readClaims(payload, parties)?.scopes).toEqual(["accounts:read"]);
});

test.each([
  ["another issuer", { iss: "https://elsewhere.example" }],
  ["another audience", { aud: "https://elsewhere.example" }],
  ["our audience among others", { aud: [parties.audience, "https://elsewhere.example"] }],
  ["an unknown network", { network: "devnet" }],
  ["a tenant that is no id", { tenant_id: "everybody" }],
  ["no account", { account_id: undefined }],
  ["no expiry", { exp: undefined }],
  ["no jti", { jti: undefined }],
  ["scopes in a list", { scope: ["accounts:read"] }],
])("a token with %s is not one of ours", (_name, change) => {
  expect(readClaims({ ...writeClaims(claims, parties), ...change }, parties)).toBeUndefined();
});
