import { expect, test } from "vitest";
import { openWebhooks } from "../../../test/webhooks.ts";
import { systemCause } from "../../kernel/cause.ts";
import { createKeyRing } from "../../kernel/envelope.ts";
import { tenantOf } from "../../kernel/id.ts";
import { systemClock } from "../../kernel/instant.ts";
import { subscribeCustomer } from "./customer-webhook.ts";
import { selectCustomerWebhooks, selectSubscription } from "./store.ts";
import { mayReceive } from "./subscription.ts";

const cause = systemCause("test");
const url = "https://customer.example/hooks";

async function openCustomers() {
  const env = await openWebhooks();
  const accountId = await env.addAccount();
  const owner = { tenantId: tenantOf(accountId), network: "testnet", accountId } as const;
  const { database, newId, masterKey } = env;
  const deps = { clock: systemClock, newId, keyRing: createKeyRing(masterKey), wakeUp: { nudge: () => {} } };
  return {
    ...env,
    accountId,
    owner,
    customer: (addressId: string, to = url) =>
      database.transaction((tx) => subscribeCustomer(deps, tx, { owner, addressId, url: to, cause })),
  };
}

test("a customer gets what the own bank account needs, and nothing else", async () => {
  await using env = await openCustomers();
  const mine = await env.customer("mine");
  await env.customer("other", `${url}/other`);
  const ordinary = await env.subscribe({ accountId: env.accountId, events: ["address.updated"] });
  for (const data of [
    { id: "mine", needs_update: true },
    { id: "mine", needs_update: false },
    { id: "third", needs_update: true },
  ])
    await env.happen(env.accountId, ["address.updated"], { data });
  await env.happen(env.accountId, ["transfer.created"], { data: { id: "mine", needs_update: true } });
  await env.handOut();
  const queued = await env.queued();
  const receivers = queued.map(({ subscriptionId }) => subscriptionId).toSorted();
  const { id } = ordinary;
  expect(receivers).toEqual([mine?.subscription.id ?? "", id, id, id].toSorted());
});

test("the same URL keeps its secret, a new one gets another, and the old one is archived", async () => {
  await using env = await openCustomers();
  const first = await env.customer("mine");
  expect(await env.customer("mine")).toBeUndefined();
  const second = await env.customer("mine", `${url}/new`);
  expect(second?.sharedSecret).not.toBe(first?.sharedSecret);
  const found = await selectCustomerWebhooks(env.database, env.owner, ["mine"]);
  expect(found.map(({ id }) => id)).toEqual([second?.subscription.id]);
  const key = { ...env.owner, id: first?.subscription.id ?? env.newId<"webhook_subscription">() };
  expect((await selectSubscription(env.database, key))?.state).toEqual({ status: "archived" });
});

test("an event about another bank account is not resent to a customer", async () => {
  await using env = await openCustomers();
  const created = await env.customer("mine");
  if (created === undefined) throw new Error("the customer has a subscription");
  const updated = (id: string, needs_update: boolean) => ({
    type: "address.updated",
    data: { id, needs_update },
  });
  expect(mayReceive(created.subscription, updated("mine", true))).toBe(true);
  expect(mayReceive(created.subscription, updated("mine", false))).toBe(false);
  expect(mayReceive(created.subscription, updated("other", true))).toBe(false);
  expect(mayReceive(created.subscription, { type: "transfer.failed", data: { id: "mine" } })).toBe(false);
});
