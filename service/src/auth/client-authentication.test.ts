import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { createManualClock, testCause } from "../../test/auth.ts";
import { type ApplicationId, createIdFactory, tenantOf } from "../kernel/id.ts";
import { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
import { revokeApplication } from "./revoke-application.ts";

const issuer = "https://auth.example.com";
const clock = createManualClock();
const deps = { clock, newId: createIdFactory(clock) };
const pair = generateKeyPairSync("ed25519");
let api: TestApi;
let client: TestClient;
let serial = 0;

beforeAll(async () => {
  api = await startTestApi({ clock, environment: { FLORIN_ROLES: "api", AUTH_URL: issuer } });
  client = await createClientWithKey();
});

afterAll(() => api.stop());
beforeEach(() => clock.advance(60_000));

function keyOf({ accountId, clientId }: TestClient) {
  return { tenantId: tenantOf(accountId), applicationId: clientId as ApplicationId, cause: testCause };
}

async function createClientWithKey(): Promise<TestClient> {
  const created = await api.createClient();
  const jwk = { ...pair.publicKey.export({ format: "jwk" }), kid: "mine" };
  await api.database.transaction((tx) => addApplicationKey(deps, tx, { ...keyOf(created), jwk }));
  return created;
}

function sign(claims: Record<string, unknown> = {}, privateKey = pair.privateKey): Promise<string> {
  const exp = clock.now() / 1000 + 60;
  serial += 1;
  const all = {
    iss: client.clientId,
    sub: client.clientId,
    aud: issuer,
    jti: `assertion ${serial}`,
    exp,
    ...claims,
  };
  return new SignJWT(all).setProtectedHeader({ alg: "EdDSA", kid: "mine" }).sign(privateKey);
}

function requestToken(
  assertion: string,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  return api.request("POST", "/oauth2/token", {
    form: {
      grant_type: "client_credentials",
      client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: assertion,
      ...form,
    },
    headers,
  });
}

test("a client gets a token with an assertion for the issuer or the token endpoint", async () => {
  for (const aud of [issuer, `${issuer}/oauth2/token`]) {
    const { status, body } = await requestToken(await sign({ aud }), { client_id: client.clientId });
    expect(status).toBe(200);
    expect((await api.request("GET", "/accounts", { token: body.access_token })).status).toBe(200);
  }
});

test("an assertion can be used once, even when sent concurrently", async () => {
  const assertion = await sign();
  const responses = await Promise.all(Array.from({ length: 5 }, () => requestToken(assertion)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(responses.find(({ status }) => status !== 200)?.body).toEqual({
    error: "invalid_client",
    error_description: "client assertion: jti was already used",
  });
});

test("with a valid signature, the error names the invalid claim", async () => {
  const { status, body } = await requestToken(await sign({ exp: clock.now() / 1000 + 3600 }));
  expect([status, body.error]).toEqual([401, "invalid_client"]);
  expect(body.error_description).toContain("5 minutes");
});

test("an unknown key, an unknown client and garbage get the same generic error", async () => {
  const other = generateKeyPairSync("ed25519");
  const stranger = client.accountId;
  const assertions = [
    await sign({}, other.privateKey),
    await sign({ iss: stranger, sub: stranger }),
    "a.b.c",
  ];
  for (const assertion of assertions) {
    const { status, body } = await requestToken(assertion);
    expect([status, body.error_description]).toEqual([401, "client authentication failed"]);
  }
});

test("an assertion of a client other than client_id in the form is refused", async () => {
  expect((await requestToken(await sign(), { client_id: client.accountId })).status).toBe(401);
});

test("an assertion and a secret together are refused", async () => {
  const headers = { authorization: basicAuthorization(client.clientId, client.clientSecret) };
  expect((await requestToken(await sign(), {}, headers)).body.error).toBe("invalid_request");
  expect((await requestToken(await sign(), { client_secret: client.clientSecret })).body.error).toBe(
    "invalid_request",
  );
});

test("after its key or application is revoked, assertions are refused", async () => {
  const one = await createClientWithKey();
  const signed = () => sign({ iss: one.clientId, sub: one.clientId });
  expect((await requestToken(await signed())).status).toBe(200);
  await api.database.transaction((tx) => revokeApplicationKey(deps, tx, { ...keyOf(one), kid: "mine" }));
  expect((await requestToken(await signed())).status).toBe(401);

  const two = await createClientWithKey();
  await api.database.transaction((tx) => revokeApplication(deps, tx, keyOf(two)));
  const { status, body } = await requestToken(await sign({ iss: two.clientId, sub: two.clientId }));
  expect([status, body.error_description]).toEqual([401, "client authentication failed"]);
});
