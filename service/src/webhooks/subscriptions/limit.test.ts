import { afterAll, beforeAll, expect, test } from "vitest";
import {
  expectedSubscription,
  openSubscriptions,
  putSubscription,
  type SubscriptionsEnvironment,
} from "../../../test/subscriptions.ts";
import { tenantOf } from "../../kernel/id.ts";
import { maxActiveSubscriptions } from "./change-subscription.ts";
import { selectSubscriptionsOf } from "./store.ts";

let env: SubscriptionsEnvironment;

beforeAll(async () => {
  env = await openSubscriptions();
});

afterAll(() => env.stop());

async function openCrowd({ active }: { readonly active: number }) {
  const client = await env.api.createClient();
  const crowd = { ...env, client };
  const owner = {
    tenantId: tenantOf(client.accountId),
    network: "testnet",
    accountId: client.accountId,
  } as const;
  for (let count = 0; count < active; count += 1) await putSubscription(crowd);
  return {
    client,
    disabled: () => putSubscription(crowd, { state: { status: "disabled", because: "failing" } }),
    create: () => env.send("POST", "", { body: expectedSubscription(), as: client }),
    change: (id: string, body: object) => env.send("PATCH", `/subscriptions/${id}`, { body, as: client }),
    archive: (id: string) => env.send("DELETE", `/subscriptions/${id}`, { as: client }),
    countActive: async () =>
      (await selectSubscriptionsOf(env.api.database, { ...owner, status: "active" })).length,
  };
}

const statusesOf = (responses: readonly { readonly status: number }[]) =>
  responses.map(({ status }) => status).sort((a, b) => a - b);

test("an account has at most 50 active subscriptions; others do not count, and archiving frees one", async () => {
  const crowd = await openCrowd({ active: maxActiveSubscriptions - 1 });
  const idle = await crowd.disabled();
  const last = await crowd.create();
  expect(last.status).toBe(201);
  const refused = [await crowd.create(), await crowd.change(idle.id, { status: "active" })];
  for (const { status, body } of refused)
    expect([status, body.code, body.detail]).toEqual([409, "conflict", expect.stringContaining("50 active")]);
  expect((await crowd.change(last.body.id, { status: "active" })).status).toBe(200);
  expect((await crowd.change(idle.id, { description: "still disabled" })).status).toBe(200);
  const mainnet = await env.api.createClient({ accountId: crowd.client.accountId, network: "mainnet" });
  expect((await env.create(expectedSubscription(), mainnet)).status).toBe("active");
  expect((await crowd.archive(last.body.id)).status).toBe(204);
  expect((await crowd.change(idle.id, { status: "active" })).status).toBe(200);
  expect((await crowd.create()).status).toBe(409);
});

test("the limit holds for concurrent creates and activations", async () => {
  const capacity = 4;
  const crowd = await openCrowd({ active: maxActiveSubscriptions - capacity });
  const idle = [
    await crowd.disabled(),
    await crowd.disabled(),
    await crowd.disabled(),
    await crowd.disabled(),
  ];
  const responses = await Promise.all([
    ...Array.from({ length: 8 }, () => crowd.create()),
    ...idle.map(({ id }) => crowd.change(id, { status: "active" })),
  ]);
  const statuses = statusesOf(responses);
  expect(statuses.filter((status) => status === 409)).toHaveLength(responses.length - capacity);
  expect(statuses.filter((status) => status < 300)).toHaveLength(capacity);
  expect(await crowd.countActive()).toBe(maxActiveSubscriptions);
});
