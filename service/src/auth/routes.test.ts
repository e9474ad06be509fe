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

// A minute later nobody is held back for what an earlier test did wrong.
beforeEach(() => clock.advance(60_000));

const basic = (secret = client.clientSecret) => ({
  authorization: basicAuthorization(client.clientId, secret),
});
const askToken = (form: Record<string, string>, headers: Record<string, string> = basic()) =>
  api.request("POST", "/oauth2/token", { form, headers });
const grant = { grant_type: "client_credentials" };

test("a client gets a token with its secret in the header, as the RFC asks and no cache keeps", async () => {
  const { status, headers, body } = await askToken(grant);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: "Bearer",
    expires_in: 3600,
    scope: "accounts:read transfers:write",
  });
  expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
});

test("a client gets a token with its secret in the form, and may ask for less than it has", async () => {
  const { clientId, clientSecret } = client;
  const form = {
    ...grant,
    client_id: clientId,
    client_secret: clientSecret,
    scope: "accounts:read",
    unknown: "ignored",
  };
  const { status, body } = await askToken(form, {});
  expect([status, body.scope]).toEqual([200, "accounts:read"]);
});

test("the token is an access token of RFC 9068 that anybody can verify with the published keys", async () => {
  const { body } = await askToken(grant);
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
  ["two ways of authentication", { ...grant, client_id: "x", client_secret: "y" }, "invalid_request"],
])("%s is answered with 400 in the shape of the RFC", async (_name, form, error) => {
  const { status, body, headers } = await askToken(form);
  expect([status, body.error]).toEqual([400, error]);
  expect(Object.keys(body)).toEqual(["error", "error_description"]);
  expect(headers.get("cache-control")).toBe("no-store");
});

test("a parameter that is sent twice is refused, known or not", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  for (const rawBody of ["grant_type=a&grant_type=b", "grant_type=client_credentials&x=1&x=2"]) {
    const { status, body } = await api.request("POST", "/oauth2/token", {
      rawBody,
      headers: { ...basic(), ...type },
    });
    expect([status, body.error]).toEqual([400, "invalid_request"]);
  }
});

test("a body that is not a form is refused in the shape of the RFC", async () => {
  const { status, body } = await api.request("POST", "/oauth2/token", { body: grant, headers: basic() });
  expect([status, body.error]).toEqual([415, "invalid_request"]);
});

test("an unknown client, a wrong secret and a revoked application look the same", async () => {
  const revoked = await api.createClient();
  const key = { tenantId: tenantOf(revoked.accountId), applicationId: revoked.clientId as ApplicationId };
  const deps = { clock, newId: createIdFactory(clock) };
  await api.database.transaction((tx) => revokeApplication(deps, tx, { ...key, cause: testCause }));
  const answers = await Promise.all([
    askToken(grant, basic("florin_sk_wrong")),
    askToken(grant, { authorization: basicAuthorization(client.accountId, client.clientSecret) }),
    askToken(grant, { authorization: basicAuthorization("\0", client.clientSecret) }),
    askToken(grant, { authorization: basicAuthorization(revoked.clientId, revoked.clientSecret) }),
  ]);
  for (const { status, headers, text } of answers) {
    expect([status, text]).toEqual([401, answers[0]?.text]);
    expect(headers.get("www-authenticate")).toBe('Basic realm="florin"');
  }
  expect(answers[0]?.body.error).toBe("invalid_client");
});

test.each([
  ["no authentication", {}],
  ["a broken header", { authorization: "Basic ???" }],
  ["a bearer token", { authorization: "Bearer abc" }],
])("%s is answered with 401", async (_name, headers) => {
  const { status, body } = await askToken(grant, headers);
  expect([status, body.error]).toEqual([401, "invalid_client"]);
});

test("after ten failures even the right secret has to wait, and a minute later it works again", async () => {
  const victim = await api.createClient();
  const attempt = (secret: string) =>
    askToken(grant, { authorization: basicAuthorization(victim.clientId, secret) });
  for (let failure = 0; failure < 10; failure += 1) expect((await attempt("wrong")).status).toBe(401);
  const held = await attempt(victim.clientSecret);
  expect([held.status, held.body.error, held.headers.get("retry-after")]).toEqual([
    429,
    "temporarily_unavailable",
    "60",
  ]);
  expect((await askToken(grant)).status).toBe(200);
  clock.advance(60_000);
  expect((await attempt(victim.clientSecret)).status).toBe(200);
});

test("a token that is given back is refused at once, its neighbour is not", async () => {
  const [first, second] = [
    (await askToken(grant)).body.access_token,
    (await askToken(grant)).body.access_token,
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

test("giving back what means nothing succeeds, giving back another client's token does not", async () => {
  const give = (token: string) =>
    api.request("POST", "/oauth2/revoke", { form: { token }, headers: basic() });
  expect((await give("nonsense")).status).toBe(200);
  const expired = (await askToken(grant)).body.access_token;
  clock.advance(3600_000);
  expect((await give(expired)).status).toBe(200);
  const stranger = await api.createClient();
  const { status, body } = await give(stranger.token);
  expect([status, body.error]).toEqual([400, "invalid_request"]);
  expect((await api.request("GET", "/accounts", { token: stranger.token })).status).toBe(200);
});

test("giving back needs a token and a client", async () => {
  const withoutToken = await api.request("POST", "/oauth2/revoke", {
    form: { other: "x" },
    headers: basic(),
  });
  expect([withoutToken.status, withoutToken.body.error]).toEqual([400, "invalid_request"]);
  const withoutClient = await api.request("POST", "/oauth2/revoke", { form: { token: "x" } });
  expect([withoutClient.status, withoutClient.body.error]).toEqual([401, "invalid_client"]);
});

test("the metadata of RFC 8414 name every endpoint and ability", async () => {
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

test("every example in the documentation has the documented shape", () => {
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
  const shown = routes.flatMap(({ body, answers }) => [
    ...Object.values(answers),
    ...(body === undefined ? [] : [body]),
  ]);
  for (const { schema, example } of shown) {
    if (schema === undefined) continue;
    expect(ajv.validate(schema, example), JSON.stringify(ajv.errors)).toBe(true);
  }
  expect(shown.length).toBeGreaterThan(10);
});
