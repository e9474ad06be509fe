import { expect, test } from "vitest";
import { proofWays } from "./proof-ways.ts";

const nothing = { totp: false, passkeys: 0, recovery_codes_left: 0, sso: false };

test("a passkey is offered if the user has one and the browser supports it", () => {
  expect(proofWays({ ...nothing, passkeys: 1 }, true)).toEqual({
    hasPasskey: true,
    hasSso: false,
    codes: [],
  });
  expect(proofWays({ ...nothing, passkeys: 1 }, false).hasPasskey).toBe(false);
  expect(proofWays({ ...nothing, totp: true }, true)).toEqual({
    hasPasskey: false,
    hasSso: false,
    codes: ["totp"],
  });
});

test("recovery codes come after the authenticator app, and only while some are left", () => {
  const all = { ...nothing, totp: true, recovery_codes_left: 3 };
  expect(proofWays(all, true).codes).toEqual(["totp", "recovery-code"]);
  expect(proofWays({ ...all, totp: false }, true).codes).toEqual(["recovery-code"]);
});

test("the identity provider is offered where it confirms requests", () => {
  expect(proofWays({ ...nothing, sso: true }, true).hasSso).toBe(true);
});
