import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../test/api.ts";
import { openAuthEnvironment, testCause } from "../../test/auth.ts";
import { type AuditFilters, type RecordedEntry, readAudit } from "../audit/index.ts";
import type { Session, Transaction } from "../db/database.ts";
import { tenantOf } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { addApplicationKey, revokeApplicationKey } from "./application-keys.ts";
import { restrictApplication } from "./restrict-application.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ environment: { FLORIN_ROLES: "api" } });
});

afterAll(() => api.stop());

function entries(session: Session, query: AuditFilters): Promise<readonly RecordedEntry[]> {
  return readAudit(session, { limit: 100, ...query });
}

test("the history of an application is one list under its id, each entry with its changes", async () => {
  await using env = await openAuthEnvironment();
  const { application, clientSecret } = await env.createApplication({ scopes: ["events:read"] });
  const key = { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
  const change = (work: (tx: Transaction) => Promise<unknown>) => env.database.transaction(work);
  await change((tx) => rotateSecret(env, tx, { ...key, overlapSeconds: 0 }));
  await change((tx) => addApplicationKey(env, tx, { ...key, jwk: publicJwk }));
  await change((tx) => revokeApplicationKey(env, tx, { ...key, kid: "mine" }));
  await change((tx) => restrictApplication(env, tx, { ...key, allowedIps: ["192.0.2.7"] }));
  await change((tx) => revokeApplication(env, tx, key));
  await change((tx) => revokeApplication(env, tx, key));
  const found = await entries(env.database, { subjectId: application.id });
  const now = formatInstant(env.clock.now());
  expect(found.toReversed().map(({ action, before, after }) => [action, before, after])).toEqual([
    ["application.create", undefined, { name: "Back office", scopes: "events:read" }],
    ["application.rotate_secret", undefined, { previous_ends: now }],
    ["application.add_key", undefined, { kid: "mine" }],
    ["application.revoke_key", undefined, { kid: "mine" }],
    [
      "application.restrict",
      { allowed_ips: "", requires_dpop: false },
      { allowed_ips: "192.0.2.7/32", requires_dpop: false },
    ],
    ["application.revoke", { revoked: null }, { revoked: now }],
  ]);
  for (const entry of found) {
    const { tenantId, network, accountId } = application;
    expect(entry).toMatchObject({ tenantId, network, accountId, actor: testCause.actor });
  }
  expect(JSON.stringify(found)).not.toContain(clientSecret);
});

test("a refused change has no audit log entry", async () => {
  await using env = await openAuthEnvironment();
  const { application } = await env.createApplication();
  const key = { tenantId: application.tenantId, applicationId: application.id, cause: testCause };
  const refused = env.database.transaction((tx) => revokeApplicationKey(env, tx, { ...key, kid: "no" }));
  await expect(refused).rejects.toMatchObject({ refusal: { code: "not_found" } });
  expect(await entries(env.database, { action: "application.revoke_key" })).toEqual([]);
});

test("a signing key rotation is recorded in the platform log", async () => {
  await using env = await openAuthEnvironment();
  const { kid } = await env.database.transaction((tx) =>
    rotateSigningKey(env, tx, { isEmergency: true, cause: testCause }),
  );
  expect(await entries(env.database, { tenantId: "platform" })).toMatchObject([
    { action: "signing_key.rotate", subject: { type: "signing_key", id: kid }, after: { emergency: true } },
  ]);
});

test("the first signing key is created by the system actor", async () => {
  expect(await entries(api.database, { tenantId: "platform", action: "signing_key.rotate" })).toMatchObject([
    { action: "signing_key.rotate", actor: { type: "system", name: "startup" }, requestId: undefined },
  ]);
});

test("a token revocation has one audit log entry with its request id, however often it is retried", async () => {
  const client = await api.createClient();
  const form = { token: client.token, client_id: client.clientId, client_secret: client.clientSecret };
  const first = await api.request("POST", "/oauth2/revoke", { form });
  const second = await api.request("POST", "/oauth2/revoke", { form });
  const nothing = await api.request("POST", "/oauth2/revoke", { form: { ...form, token: "made up" } });
  expect([first.status, second.status, nothing.status]).toEqual([200, 200, 200]);
  const found = await entries(api.database, { action: "access_token.revoke" });
  expect(found).toMatchObject([
    {
      tenantId: tenantOf(client.accountId),
      network: "testnet",
      accountId: client.accountId,
      actor: { type: "application", id: client.clientId },
      requestId: first.headers.get("x-request-id"),
      subject: { type: "access_token" },
    },
  ]);
  expect(JSON.stringify(found)).not.toContain(client.token);
});

const publicJwk = {
  kty: "OKP",
  crv: "Ed25519",
  x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
  kid: "mine",
};
