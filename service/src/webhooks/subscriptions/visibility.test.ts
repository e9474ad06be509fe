import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import {
  expectedSubscription,
  openSubscriptions,
  type SubscriptionsEnvironment,
} from "../../../test/subscriptions.ts";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { createManagedClient } from "../../../test/token-movements.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

/** Every endpoint that accesses one subscription. */
async function tryAll(id: string, as: TestClient): Promise<readonly number[]> {
  const responses = [
    await env.send("GET", `/${id}`, { as }),
    await env.send("PATCH", `/subscriptions/${id}`, { body: { description: "Mine" }, as }),
    await env.send("POST", `/subscriptions/${id}/rotate-secret`, { as }),
    await env.send("DELETE", `/subscriptions/${id}`, { as }),
  ];
  return responses.map(({ status }) => status);
}

const nowhere = [404, 404, 404, 404];
const everywhere = [200, 200, 200, 204];

async function idsSeenBy(as: TestClient): Promise<readonly string[]> {
  const { body } = await env.send("GET", "", { as });
  return body.subscriptions.map(({ id }: { readonly id: string }) => id);
}

test("another tenant gets 404, under its own account id and the owner's", async () => {
  const { id } = await env.create();
  const stranger = await env.api.createClient();
  expect(await tryAll(id, stranger)).toEqual(nowhere);
  const intruder = { ...stranger, accountId: env.client.accountId };
  expect(await tryAll(id, intruder)).toEqual(nowhere);
  expect((await env.send("GET", "", { as: intruder })).status).toBe(404);
  expect((await env.send("POST", "", { body: expectedSubscription(), as: intruder })).status).toBe(404);
  expect(await idsSeenBy(stranger)).toEqual([]);
});

test("a managing account can access subscriptions of the accounts it manages, only under their ids", async () => {
  const manager = await env.api.createClient();
  const managedId = await addManagedAccount(env.api, manager.accountId);
  const forManaged = { ...manager, accountId: managedId };
  const { id } = await env.create(expectedSubscription(), forManaged);
  expect(await idsSeenBy(forManaged)).toEqual([id]);
  expect(await idsSeenBy(manager)).toEqual([]);
  expect(await tryAll(id, manager)).toEqual(nowhere);
  expect(await tryAll(id, forManaged)).toEqual(everywhere);
});

test("a managed account can access its own subscriptions, but not those of its manager or siblings", async () => {
  const manager = await env.api.createClient();
  const accountId = await addManagedAccount(env.api, manager.accountId);
  const siblingId = await addManagedAccount(env.api, manager.accountId);
  const managers = await env.create(expectedSubscription(), manager);
  const siblings = await env.create(expectedSubscription(), { ...manager, accountId: siblingId });
  const deps = { ...env.deps, database: env.api.database };
  const owner = { accountId, managingAccountId: manager.accountId };
  const application = await createManagedClient(deps, env.api, owner);
  for (const [{ id }, accountOfIt] of [
    [managers, manager.accountId],
    [siblings, siblingId],
  ] as const) {
    expect(await tryAll(id, application)).toEqual(nowhere);
    expect(await tryAll(id, { ...application, accountId: accountOfIt })).toEqual(nowhere);
  }
  const own = await env.create(expectedSubscription(), application);
  expect(await tryAll(own.id, application)).toEqual(everywhere);
});

test("testnet and mainnet cannot see each other's subscriptions", async () => {
  const testnet = await env.api.createClient();
  const mainnet = await env.api.createClient({ accountId: testnet.accountId, network: "mainnet" });
  const [here, there] = [
    await env.create(expectedSubscription(), testnet),
    await env.create(expectedSubscription(), mainnet),
  ];
  expect(await idsSeenBy(testnet)).toEqual([here.id]);
  expect(await idsSeenBy(mainnet)).toEqual([there.id]);
  expect(await tryAll(here.id, mainnet)).toEqual(nowhere);
  expect(await tryAll(there.id, testnet)).toEqual(nowhere);
  expect(await tryAll(there.id, mainnet)).toEqual(everywhere);
});

test("reading and writing need their scopes", async () => {
  const { id } = await env.create();
  const { accountId } = env.client;
  const reader = await env.api.createClient({ accountId, scopes: ["webhooks:read"] });
  const writer = await env.api.createClient({ accountId, scopes: ["webhooks:write"] });
  const create = (as: TestClient) => env.send("POST", "", { body: expectedSubscription(), as });
  expect(await tryAll(id, reader)).toEqual([200, 403, 403, 403]);
  expect((await env.send("GET", "", { as: reader })).status).toBe(200);
  expect((await create(reader)).status).toBe(403);
  expect((await env.send("GET", "", { as: writer })).status).toBe(403);
  expect((await create(writer)).status).toBe(201);
  expect(await tryAll(id, writer)).toEqual([403, 200, 200, 204]);
});

test("an unknown or malformed id is 404", async () => {
  expect(await tryAll("01JD7Q2M8W3T5V6X9YZABCDEFG", env.client)).toEqual(nowhere);
  expect(await tryAll("unknown", env.client)).toEqual(nowhere);
});
