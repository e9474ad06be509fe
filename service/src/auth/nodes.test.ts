import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi } from "../../test/api.ts";
import { testCause } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { type ApplicationId, createIdFactory, tenantOf } from "../kernel/id.ts";
import { systemClock } from "../kernel/instant.ts";
import { revokeApplication } from "./revoke-application.ts";
import { rotateSigningKey } from "./rotate-signing-key.ts";

const masterKey = randomBytes(32);
const deps = { clock: systemClock, newId: createIdFactory(systemClock) };
let nodes: readonly TestApi[];

beforeAll(async () => {
  const testDatabase = await createTestDatabase({ maxConnections: 20 });
  const environment = {
    FLORIN_ROLES: "api",
    BASE_URL: "https://api.example.com",
    AUTH_URL: "https://auth.example.com",
  };
  nodes = [
    await startTestApi({ testDatabase, masterKey, environment }),
    await startTestApi({ testDatabase, masterKey, environment }),
  ];
});

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.app.drain()));
  await nodes[0]?.stop();
});

async function statusesOf(token: string): Promise<readonly number[]> {
  return Promise.all(nodes.map(async (node) => (await node.request("GET", "/accounts", { token })).status));
}

test("revoking an application invalidates its live tokens on every node within five seconds", async () => {
  const [node] = nodes;
  const client = await node?.createClient();
  if (node === undefined || client === undefined) throw new Error("no node");
  await eventually(async () => expect(await statusesOf(client.token)).toEqual([200, 200]));
  const key = { tenantId: tenantOf(client.accountId), applicationId: client.clientId as ApplicationId };
  await node.database.transaction((tx) => revokeApplication(deps, tx, { ...key, cause: testCause }));
  const revokedAt = systemClock.now();
  let lastAcceptedAt = revokedAt;
  await eventually(async () => {
    const requestedAt = systemClock.now();
    const statuses = await statusesOf(client.token);
    if (statuses.includes(200)) lastAcceptedAt = requestedAt;
    expect(statuses).toEqual([401, 401]);
  });
  expect(lastAcceptedAt - revokedAt).toBeLessThan(5_000);
});

test("a token signed with a brand-new key is valid on every node", async () => {
  const [node] = nodes;
  if (node === undefined) throw new Error("no node");
  const keyRing = createKeyRing(masterKey);
  const key = await node.database.transaction((tx) =>
    rotateSigningKey({ ...deps, keyRing }, tx, { isEmergency: true, cause: testCause }),
  );
  // The issuing node learns of the key by its own poll; the other node may see the token first.
  await eventually(async () => {
    const { body } = await node.request("GET", "/oauth2/jwks.json");
    expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual([key.kid]);
  });
  const { token } = await node.createClient();
  await eventually(async () => expect(await statusesOf(token)).toEqual([200, 200]));
});
