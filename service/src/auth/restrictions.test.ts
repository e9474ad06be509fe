import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { basicAuthorization, startTestApi, type TestApi, type TestClient } from "../../test/api.ts";
import { createManualClock, testCause } from "../../test/auth.ts";
import { openBrowser } from "../../test/console.ts";
import { statement } from "../db/statement.ts";
import { type ApplicationId, createIdFactory, tenantOf } from "../kernel/id.ts";
import type { Restrictions } from "./application.ts";
import { digestOf } from "./dpop.ts";
import { restrictApplication } from "./restrict-application.ts";

const clock = createManualClock();
const deps = { clock, newId: createIdFactory(clock) };
const issuer = "https://auth.example.com";
const baseUrl = "https://api.example.com";
let api: TestApi;
let serial = 0;

beforeAll(async () => {
  api = await startTestApi({
    clock,
    environment: {
      FLORIN_ROLES: "api",
      BASE_URL: baseUrl,
      AUTH_URL: issuer,
      TRUST_PROXY: "127.0.0.1",
      CONSOLE_ALLOWED_IPS: "198.51.100.0/24",
    },
  });
});
afterAll(() => api.stop());

async function restrict(
  { accountId, clientId }: TestClient,
  restrictions: Partial<Restrictions>,
): Promise<void> {
  const key = { tenantId: tenantOf(accountId), applicationId: clientId as ApplicationId, cause: testCause };
  await api.database.transaction((tx) => restrictApplication(deps, tx, { ...key, ...restrictions }));
  // Longer than a node's data is used for.
  clock.advance(5_000);
}

const requestToken = (client: TestClient, headers: Readonly<Record<string, string>> = {}) =>
  api.request("POST", "/oauth2/token", {
    form: { grant_type: "client_credentials" },
    headers: { authorization: basicAuthorization(client.clientId, client.clientSecret), ...headers },
  });

const from = (address: string) => ({ "x-forwarded-for": address });

test("an application with allowed addresses is refused elsewhere, at the token endpoint and with its tokens", async () => {
  const client = await api.createClient();
  const use = (address: string) =>
    api.request("GET", "/accounts", { token: client.token, headers: from(address) });
  expect((await use("203.0.113.9")).status).toBe(200);
  await restrict(client, { allowedIps: ["192.0.2.0/24", "2001:db8::/32"] });
  for (const address of ["192.0.2.77", "::ffff:192.0.2.77", "2001:db8::77"]) {
    expect((await use(address)).status).toBe(200);
    expect((await requestToken(client, from(address))).status).toBe(200);
  }
  for (const address of ["192.0.3.1", "2001:db9::1"]) {
    expect(await use(address)).toMatchObject({ status: 403, body: { code: "ip_not_allowed" } });
    expect(await requestToken(client, from(address))).toMatchObject({
      status: 403,
      body: { error: "access_denied" },
    });
  }
  // Only the trusted proxy names the address: what a client adds to the front does not count.
  expect((await use("192.0.2.77, 192.0.3.1")).status).toBe(403);
  const entries = statement<{ readonly after: object }>(
    "SELECT after FROM audit_log WHERE action = 'application.refuse_address' ORDER BY id",
  );
  expect((await api.database.rows(entries)).map(({ after }) => after)).toEqual([
    { address: "192.0.3.1" },
    { address: "2001:db9::1" },
  ]);
  await restrict(client, { allowedIps: [] });
  expect((await use("192.0.3.1")).status).toBe(200);
});

test("an invalid range is refused with its place", async () => {
  const client = await api.createClient();
  const restricting = restrict(client, { allowedIps: ["192.0.2.1", "192.0.2.1/24"] });
  await expect(restricting).rejects.toMatchObject({
    refusal: { code: "validation_failed", errors: [{ pointer: "/allowed_ips/1" }] },
  });
});

test("the console is refused from other addresses, also its sign-in", async () => {
  const signIn = (address: string) =>
    openBrowser(api).post(
      "/console/api/sign-in",
      { email: "a@b.cc", password: "x" },
      { headers: from(address) },
    );
  expect(await signIn("198.51.101.1")).toMatchObject({ status: 403, body: { code: "ip_not_allowed" } });
  expect(await signIn("198.51.100.1")).toMatchObject({ status: 401 });
  const page = await openBrowser(api).request("GET", "/console/api/me", {
    headers: from("198.51.101.2"),
  });
  expect(page).toMatchObject({ status: 403, body: { code: "ip_not_allowed" } });
  const entries = statement<object>(
    "SELECT tenant_id, after FROM audit_log WHERE action = 'console.refuse_address' ORDER BY id",
  );
  expect(await api.database.rows(entries)).toEqual([
    { tenantId: "platform", after: { address: "198.51.101.1" } },
    { tenantId: "platform", after: { address: "198.51.101.2" } },
  ]);
});

const keyPair = await generateKeyPair("EdDSA", { extractable: true });
const otherPair = await generateKeyPair("EdDSA", { extractable: true });

interface Proof {
  readonly htm?: string;
  readonly htu: string;
  readonly token?: string;
  readonly jti?: string;
  readonly pair?: typeof keyPair;
}

async function proofOf({ htm = "GET", htu, token, jti, pair = keyPair }: Proof): Promise<string> {
  serial += 1;
  const claims = { htm, htu, iat: clock.now() / 1000, jti: jti ?? `proof ${serial}` };
  return new SignJWT({ ...claims, ...(token === undefined ? {} : { ath: digestOf(token) }) })
    .setProtectedHeader({ typ: "dpop+jwt", alg: "EdDSA", jwk: await exportJWK(pair.publicKey) })
    .sign(pair.privateKey);
}

const tokenProof = (proof: Partial<Proof> = {}) =>
  proofOf({ htm: "POST", htu: `${issuer}/oauth2/token`, ...proof });

async function boundToken(client: TestClient): Promise<string> {
  const { status, body } = await requestToken(client, { dpop: await tokenProof() });
  expect({ status, type: body.token_type }).toEqual({ status: 200, type: "DPoP" });
  return body.access_token;
}

const send = (scheme: string, token: string, dpop?: string, path = "/accounts") =>
  api.request("GET", path, {
    headers: { authorization: `${scheme} ${token}`, ...(dpop === undefined ? {} : { dpop }) },
  });

test("a token that is bound to a key needs a proof of that key for each request", async () => {
  const token = await boundToken(await api.createClient());
  const htu = `${baseUrl}/accounts`;
  expect((await send("DPoP", token, await proofOf({ htu, token }))).status).toBe(200);
  expect((await send("dpop", token, await proofOf({ htu, token }), "/accounts?page[size]=1")).status).toBe(
    200,
  );
  const bearer = await send("Bearer", token);
  expect(bearer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  const proofs = [
    undefined,
    await proofOf({ htu, token, pair: otherPair }),
    await proofOf({ htu, token, htm: "POST" }),
    await proofOf({ htu: `${baseUrl}/transfers`, token }),
    await proofOf({ htu, token: "another" }),
    await proofOf({ htu }),
  ];
  for (const proof of proofs) {
    const refused = await send("DPoP", token, proof);
    expect(refused).toMatchObject({ status: 401, body: { code: "invalid_dpop_proof" } });
    expect(refused.headers.get("www-authenticate")).toMatch(
      /^DPoP .*error="invalid_dpop_proof", algs="EdDSA /,
    );
  }
});

test("a proof is used once, even by concurrent requests", async () => {
  const client = await api.createClient();
  const token = await boundToken(client);
  const proof = await proofOf({ htu: `${baseUrl}/accounts`, token });
  const replies = await Promise.all(Array.from({ length: 5 }, () => send("DPoP", token, proof)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const dpop = await tokenProof();
  expect((await requestToken(client, { dpop })).status).toBe(200);
  expect(await requestToken(client, { dpop })).toMatchObject({
    status: 400,
    body: { error: "invalid_dpop_proof" },
  });
});

test("an application can require bound tokens, also instead of those that it has", async () => {
  const client = await api.createClient();
  expect((await send("Bearer", client.token)).status).toBe(200);
  expect((await send("DPoP", client.token, await proofOf({ htu: `${baseUrl}/accounts` }))).status).toBe(401);
  await restrict(client, { requiresDpop: true });
  expect((await send("Bearer", client.token)).status).toBe(401);
  expect(await requestToken(client)).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
  const token = await boundToken(client);
  expect((await send("DPoP", token, await proofOf({ htu: `${baseUrl}/accounts`, token }))).status).toBe(200);
});

test("the metadata names the algorithms of proofs", async () => {
  const { body } = await api.request("GET", "/.well-known/oauth-authorization-server");
  expect(body.dpop_signing_alg_values_supported).toEqual(["EdDSA", "ES256", "RS256", "PS256"]);
});
