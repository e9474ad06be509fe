import { afterAll, beforeAll, expect, test } from "vitest";
import {
  openSubscriptions,
  putSubscription,
  type SubscriptionsWorld,
  wantedSubscription,
} from "../../../test/subscriptions.ts";
import { tenantOf } from "../../kernel/id.ts";
import { maxActiveSubscriptions } from "./change-subscription.ts";
import { selectSubscriptionsOf } from "./store.ts";

let world: SubscriptionsWorld;

beforeAll(async () => {
  world = await openSubscriptions();
});

afterAll(() => world.stop());

async function openCrowd({ active }: { readonly active: number }) {
  const client = await world.api.createClient();
  const crowd = { ...world, client };
  const owner = {
    tenantId: tenantOf(client.accountId),
    network: "testnet",
    accountId: client.accountId,
  } as const;
  for (let count = 0; count < active; count += 1) await putSubscription(crowd);
  return {
    client,
    disabled: () => putSubscription(crowd, { state: { status: "disabled", because: "failing" } }),
    create: () => world.send("POST", "", { body: wantedSubscription(), as: client }),
    change: (id: string, body: object) => world.send("PATCH", `/subscriptions/${id}`, { body, as: client }),
    archive: (id: string) => world.send("DELETE", `/subscriptions/${id}`, { as: client }),
    countActive: async () => (await selectSubscriptionsOf(world.api.database, owner, "active")).length,
  };
}

const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).sort((a, b) => a - b);

test("an account has 50 active ones at most; others do not count, and archiving makes room", async () => {
  const crowd = await openCrowd({ active: maxActiveSubscriptions - 1 });
  const idle = await crowd.disabled();
  const last = await crowd.create();
  expect(last.status).toBe(201);
  const refused = [await crowd.create(), await crowd.change(idle.id, { status: "active" })];
  for (const { status, body } of refused)
    expect([status, body.code, body.detail]).toEqual([409, "conflict", expect.stringContaining("50 active")]);
  expect((await crowd.change(last.body.id, { status: "active" })).status).toBe(200);
  expect((await crowd.change(idle.id, { description: "still disabled" })).status).toBe(200);
  const mainnet = await world.api.createClient({ accountId: crowd.client.accountId, network: "mainnet" });
  expect((await world.create(wantedSubscription(), mainnet)).status).toBe("active");
  expect((await crowd.archive(last.body.id)).status).toBe(204);
  expect((await crowd.change(idle.id, { status: "active" })).status).toBe(200);
  expect((await crowd.create()).status).toBe(409);
});

test("the limit holds when many ask at once, in both ways", async () => {
  const room = 4;
  const crowd = await openCrowd({ active: maxActiveSubscriptions - room });
  const idle = [
    await crowd.disabled(),
    await crowd.disabled(),
    await crowd.disabled(),
    await crowd.disabled(),
  ];
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => crowd.create()),
    ...idle.map(({ id }) => crowd.change(id, { status: "active" })),
  ]);
  const statuses = statusesOf(answers);
  expect(statuses.filter((status) => status === 409)).toHaveLength(answers.length - room);
  expect(statuses.filter((status) => status < 300)).toHaveLength(room);
  expect(await crowd.countActive()).toBe(maxActiveSubscriptions);
});
