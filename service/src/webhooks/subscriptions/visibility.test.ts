import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestClient } from "../../../test/api.ts";
import {
  openSubscriptions,
  type SubscriptionsWorld,
  wantedSubscription,
} from "../../../test/subscriptions.ts";
import { addManagedAccount } from "../../../test/token-holders.ts";
import { createManagedClient } from "../../../test/token-movements.ts";

let world: SubscriptionsWorld;

beforeAll(async () => {
  world = await openSubscriptions();
});

afterAll(() => world.stop());

/** Every way to get at one subscription. */
async function tryAll(id: string, as: TestClient): Promise<readonly number[]> {
  const answers = [
    await world.send("GET", `/${id}`, { as }),
    await world.send("PATCH", `/subscriptions/${id}`, { body: { description: "Mine" }, as }),
    await world.send("POST", `/subscriptions/${id}/rotate-secret`, { as }),
    await world.send("DELETE", `/subscriptions/${id}`, { as }),
  ];
  return answers.map(({ status }) => status);
}

const nowhere = [404, 404, 404, 404];
const everywhere = [200, 200, 200, 204];

async function idsSeenBy(as: TestClient): Promise<readonly string[]> {
  const { body } = await world.send("GET", "", { as });
  return body.subscriptions.map(({ id }: { readonly id: string }) => id);
}

test("another tenant sees nothing, neither below its own account nor below the owner's", async () => {
  const { id } = await world.create();
  const stranger = await world.api.createClient();
  expect(await tryAll(id, stranger)).toEqual(nowhere);
  const intruder = { ...stranger, accountId: world.client.accountId };
  expect(await tryAll(id, intruder)).toEqual(nowhere);
  expect((await world.send("GET", "", { as: intruder })).status).toBe(404);
  expect((await world.send("POST", "", { body: wantedSubscription(), as: intruder })).status).toBe(404);
  expect(await idsSeenBy(stranger)).toEqual([]);
});

test("a managing account reaches those of the accounts it manages, below their ids and only there", async () => {
  const manager = await world.api.createClient();
  const managedId = await addManagedAccount(world.api, manager.accountId);
  const forManaged = { ...manager, accountId: managedId };
  const { id } = await world.create(wantedSubscription(), forManaged);
  expect(await idsSeenBy(forManaged)).toEqual([id]);
  expect(await idsSeenBy(manager)).toEqual([]);
  expect(await tryAll(id, manager)).toEqual(nowhere);
  expect(await tryAll(id, forManaged)).toEqual(everywhere);
});

test("a managed account reaches its own, and not those of its manager or its siblings", async () => {
  const manager = await world.api.createClient();
  const accountId = await addManagedAccount(world.api, manager.accountId);
  const siblingId = await addManagedAccount(world.api, manager.accountId);
  const managers = await world.create(wantedSubscription(), manager);
  const siblings = await world.create(wantedSubscription(), { ...manager, accountId: siblingId });
  const deps = { ...world.deps, database: world.api.database };
  const owner = { accountId, managingAccountId: manager.accountId };
  const application = await createManagedClient(deps, world.api, owner);
  for (const [{ id }, accountOfIt] of [
    [managers, manager.accountId],
    [siblings, siblingId],
  ] as const) {
    expect(await tryAll(id, application)).toEqual(nowhere);
    expect(await tryAll(id, { ...application, accountId: accountOfIt })).toEqual(nowhere);
  }
  const own = await world.create(wantedSubscription(), application);
  expect(await tryAll(own.id, application)).toEqual(everywhere);
});

test("testnet and mainnet do not see each other's", async () => {
  const testnet = await world.api.createClient();
  const mainnet = await world.api.createClient({ accountId: testnet.accountId, network: "mainnet" });
  const [here, there] = [
    await world.create(wantedSubscription(), testnet),
    await world.create(wantedSubscription(), mainnet),
  ];
  expect(await idsSeenBy(testnet)).toEqual([here.id]);
  expect(await idsSeenBy(mainnet)).toEqual([there.id]);
  expect(await tryAll(here.id, mainnet)).toEqual(nowhere);
  expect(await tryAll(there.id, testnet)).toEqual(nowhere);
  expect(await tryAll(there.id, mainnet)).toEqual(everywhere);
});

test("reading and writing need their scopes", async () => {
  const { id } = await world.create();
  const { accountId } = world.client;
  const reader = await world.api.createClient({ accountId, scopes: ["webhooks:read"] });
  const writer = await world.api.createClient({ accountId, scopes: ["webhooks:write"] });
  const create = (as: TestClient) => world.send("POST", "", { body: wantedSubscription(), as });
  expect(await tryAll(id, reader)).toEqual([200, 403, 403, 403]);
  expect((await world.send("GET", "", { as: reader })).status).toBe(200);
  expect((await create(reader)).status).toBe(403);
  expect((await world.send("GET", "", { as: writer })).status).toBe(403);
  expect((await create(writer)).status).toBe(201);
  expect(await tryAll(id, writer)).toEqual([403, 200, 200, 204]);
});

test("what is unknown, or no id at all, is not there", async () => {
  expect(await tryAll("01JD7Q2M8W3T5V6X9YZABCDEFG", world.client)).toEqual(nowhere);
  expect(await tryAll("unknown", world.client)).toEqual(nowhere);
});
