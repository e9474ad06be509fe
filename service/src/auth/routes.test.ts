import { calculateJwkThumbprint, createLocalJWKSet, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { createManualClock, testCause } from "../../test/auth.ts";
import { createValidator } from "../http/validation.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { type ApplicationId, createIdFactory, tenantOf } from "../kernel/id.ts";
import { createAuth } from "./auth.ts";
import { revokeApplication } from "./revoke-application.ts";

const issuer = "https://auth.example.com";
const clock = createManualClock();
let api: TestApi;
let client: TestClient;

beforeAll(async () => {
  const environment = { FLORIN_ROLES: "api", BASE_URL: "https://api.example.com", AUTH_URL: issuer };
  api = await startTestApi({ clock, environment });
  client = await api.createClient({ scopes: ["accounts:read", "transfers:write"] });
});

afterAll(() => api.stop());

// Advance past the rate limit window, so that failures of an earlier test block nothing.
beforeEach(() => clock.advance(60_000));

const basic = (secret = client.clientSecret) => ({
  authorization: basicAuthorization(client.clientId, secret),
});
const requestToken = (form: Record<string, string>, headers: Record<string, string> = basic()) =>
  api.request("POST", "/oauth2/token", { form, headers });
const grant = { grant_type: "client_credentials" };

test("a client gets a token with its secret in the header, in an uncacheable RFC 6749 response", async () => {
  const { status, headers, body } = await requestToken(grant);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: "Bearer",
    expires_in: 3600,
    scope: "accounts:read transfers:write",
  });
  expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
});

test("a client gets a token with its secret in the form, and may request a subset of its scopes", async () => {
  const { clientId, clientSecret } = client;
  const form = {
    ...grant,
    client_id: clientId,
    client_secret: clientSecret,
    scope: "accounts:read",
    unknown: "ignored",
  };
  const { status, body } = await requestToken(form, {});
  expect([status, body.scope]).toEqual([200, "accounts:read"]);
});

test("the token is an RFC 9068 access token that verifies with the published keys", async () => {
  const { body } = await requestToken(grant);
  const jwks = await api.request("GET", "/oauth2/jwks.json");
  expect(jwks.headers.get("cache-control")).toBe("public, max-age=30");
  const { payload, protectedHeader } = await jwtVerify(body.access_token, createLocalJWKSet(jwks.body), {
    issuer,
    audience: "https://api.example.com",
    typ: "at+jwt",
    algorithms: ["EdDSA"],
    currentDate: new Date(clock.now()),
    requiredClaims: ["jti", "iat", "exp", "sub", "client_id"],
  });
  expect(payload).toMatchObject({
    sub: client.clientId,
    client_id: client.clientId,
    account_id: client.accountId,
    tenant_id: client.accountId,
    network: "testnet",
    scope: "accounts:read transfers:write",
  });
  expect(protectedHeader.kid).toBe(await calculateJwkThumbprint(jwks.body.keys[0]));
});

test.each([
  ["no grant type", { scope: "accounts:read" }, "invalid_request"],
  ["an empty grant type", { grant_type: "" }, "invalid_request"],
  ["another grant type", { grant_type: "authorization_code" }, "unsupported_grant_type"],
  ["an unknown scope", { ...grant, scope: "accounts:read nonsense" }, "invalid_scope"],
  ["a scope that was not granted", { ...grant, scope: "accounts:write" }, "invalid_scope"],
  ["a wildcard", { ...grant, scope: "*" }, "invalid_scope"],
  ["two authentication methods", { ...grant, client_id: "x", client_secret: "y" }, "invalid_request"],
])("%s returns 400 in RFC 6749 format", async (_name, form, error) => {
  const { status, body, headers } = await requestToken(form);
  expect([status, body.error]).toEqual([400, error]);
  expect(Object.keys(body)).toEqual(["error", "error_description"]);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a repeated parameter is refused, known or unknown", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (const rawBody of ["grant_type=a&grant_type=b", "grant_type=client_credentials&x=1&x=2"]) {
    const { status, body } = await api.request("POST", "/oauth2/token", {
      rawBody,
      headers: { ...basic(), ...type },
    });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  }
});

test("a body that is not a form is refused in RFC 6749 format", async () => {
  const { status, body } = await api.request("POST", "/oauth2/token", { body: grant, headers: basic() });
  expect([status, body.error]).toEqual([415, "invalid_request"]);
});

test("an unknown client, a wrong secret and a revoked application get the same response", async () => {
  const revoked = await api.createClient();
  const key = { tenantId: tenantOf(revoked.accountId), applicationId: revoked.clientId as ApplicationId };
  const deps = { clock, newId: createIdFactory(clock) };
  await api.database.transaction((tx) => revokeApplication(deps, tx, { ...key, cause: testCause }));
  const responses = await Promise.all([
    requestToken(grant, basic("florin_sk_wrong")),
    requestToken(grant, { authorization: basicAuthorization(client.accountId, client.clientSecret) }),
    requestToken(grant, { authorization: basicAuthorization("\0", client.clientSecret) }),
    requestToken(grant, { authorization: basicAuthorization(revoked.clientId, revoked.clientSecret) }),
  ]);
  for (const { status, headers, text } of responses) {
    expect([status, text]).toEqual([401, responses[0]?.text]);
    expect(headers.get("www-authenticate")).toBe('Basic realm="florin"');
  }
  expect(responses[0]?.body.error).toBe("invalid_client");
});

test.each([
  ["no authentication", {}],
  ["a malformed header", { authorization: "Basic ???" }],
  ["a bearer token", { authorization: "Bearer abc" }],
])("%s returns 401", async (_name, headers) => {
  const { status, body } = await requestToken(grant, headers);
  expect([status, body.error]).toEqual([401, "invalid_client"]);
});

test("after ten failures even the right secret is blocked, and works again a minute later", async () => {
  const target = await api.createClient();
  const attempt = (secret: string) =>
    requestToken(grant, { authorization: basicAuthorization(target.clientId, secret) });
  for (let failure = 0; failure < 10; failure += 1) expect((await attempt("wrong")).status).toBe(401);
  const held = await attempt(target.clientSecret);
  expect([held.status, held.body.error, held.headers.get("retry-after")]).toEqual([
    429,
    "temporarily_unavailable",
    "60",
  ]);
  expect((await requestToken(grant)).status).toBe(200);
  clock.advance(60_000);
  expect((await attempt(target.clientSecret)).status).toBe(200);
});

test("a revoked token is refused immediately; another token of the client is not", async () => {
  const [first, second] = [
    (await requestToken(grant)).body.access_token,
    (await requestToken(grant)).body.access_token,
  ];
  const revocation = await api.request("POST", "/oauth2/revoke", {
    form: { token: first, token_type_hint: "access_token" },
    headers: basic(),
  });
  expect([revocation.status, revocation.text]).toEqual([200, ""]);
  const refused = await api.request("GET", "/accounts", { token: first });
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    401,
    "unauthorized",
    "the access token has been revoked",
  ]);
  expect((await api.request("GET", "/accounts", { token: second })).status).toBe(200);
});

test("revoking an invalid token succeeds, revoking another client's token does not", async () => {
  const give = (token: string) =>
    api.request("POST", "/oauth2/revoke", { form: { token }, headers: basic() });
  expect((await give("nonsense")).status).toBe(200);
  const expired = (await requestToken(grant)).body.access_token;
  clock.advance(3600_000);
  expect((await give(expired)).status).toBe(200);
  const stranger = await api.createClient();
  const { status, body } = await give(stranger.token);
  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect((await api.request("GET", "/accounts", { token: stranger.token })).status).toBe(200);
});

test("revocation requires a token and client authentication", async () => {
  const withoutToken = await api.request("POST", "/oauth2/revoke", {
    form: { other: "x" },
    headers: basic(),
  });
  expect([withoutToken.status, withoutToken.body.error]).toEqual([400, "invalid_request"]);
  const withoutClient = await api.request("POST", "/oauth2/revoke", { form: { token: "x" } });
  expect([withoutClient.status, withoutClient.body.error]).toEqual([401, "invalid_client"]);
});

test("RFC 8414 metadata lists every endpoint and capability", async () => {
  const { status, body } = await api.request("GET", "/.well-known/oauth-authorization-server");
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/oauth2/token`,
    jwks_uri: `${issuer}/oauth2/jwks.json`,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    response_types_supported: [],
    grant_types_supported: ["client_credentials"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "private_key_jwt"],
    token_endpoint_auth_signing_alg_values_supported: ["EdDSA", "ES256", "RS256", "PS256"],
  });
  expect(body.scopes_supported).toContain("transfers:write");
});

test("every documented example matches its schema", () => {
  const { routes } = createAuth({
    database: api.database,
    keyRing: createKeyRing(Buffer.alloc(32)),
    clock,
    newId: createIdFactory(clock),
    issuer,
    audience: issuer,
    onRefreshError: () => {},
  });
  const ajv = createValidator({ coerceTypes: false });
  const shown = routes.flatMap(({ body, responses }) => [
    ...Object.values(responses),
    ...(body === undefined ? [] : [body]),
  ]);
  for (const { schema, example } of shown) {
    if (schema === undefined) continue;
    expect(ajv.validate(schema, example), JSON.stringify(ajv.errors)).toBe(true);
  }
  expect(shown.length).toBeGreaterThan(10);
});
