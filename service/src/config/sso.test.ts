import { expect, test } from "vitest";
import { ConfigError, readConfig } from "../config.ts";
import { createIdFactory } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";

const tenantId = createIdFactory(systemClock)<"tenant">();
const complete = {
  OIDC_ISSUER: "https://login.example.com/realms/acme",
  OIDC_CLIENT_ID: "florin",
  OIDC_CLIENT_SECRET: "secret of a test",
};

function problemsOf(settings: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("without an issuer there is no single sign-on", () => {
  expect(readConfig({}).sso).toBeUndefined();
});

test("the role map keeps its order, and takes lists", () => {
  const OIDC_ROLE_MAP = JSON.stringify({
    "CN=Ops, OU=Acme": ["operator:admin", `${tenantId}:viewer`],
    Support: "operator:support",
  });
  expect(readConfig({ ...complete, OIDC_ROLE_MAP }).sso?.roleMap).toEqual([
    { group: "CN=Ops, OU=Acme", grant: { kind: "operator", role: "admin" } },
    { group: "CN=Ops, OU=Acme", grant: { kind: "member", tenantId, role: "viewer" } },
    { group: "Support", grant: { kind: "operator", role: "support" } },
  ]);
});

test("what is missing or wrong is reported, without secrets", () => {
  const { OIDC_ISSUER } = complete;
  for (const [settings, problem] of [
    [{ OIDC_ISSUER }, "OIDC_CLIENT_ID is missing"],
    [{ OIDC_ISSUER, OIDC_CLIENT_ID: "florin" }, "OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY must be set"],
    [{ ...complete, OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER must be the https URL"],
    [{ ...complete, OIDC_CLIENT_KEY: "no key" }, "OIDC_CLIENT_KEY must be a private key"],
    [{ ...complete, OIDC_ROLE_MAP: "Admins=admin" }, "OIDC_ROLE_MAP must be a JSON object"],
    [{ ...complete, OIDC_ROLE_MAP: '{"A": "operator:king"}' }, "OIDC_ROLE_MAP has an invalid role"],
    [{ ...complete, OIDC_ROLE_MAP: '{"A": "operator:viewer"}' }, "OIDC_ROLE_MAP has an invalid role"],
    [{ ...complete, OIDC_SCOPES: "email" }, "OIDC_SCOPES must include openid"],
    [{ ...complete, OIDC_ALLOWED_DOMAINS: "@example.com" }, "OIDC_ALLOWED_DOMAINS must be"],
  ] as const) {
    const problems = problemsOf(settings).join("\n");
    expect(problems).toContain(problem);
    expect(problems).not.toContain("secret of a test");
  }
});
