import type { Session, Transaction } from "../../db/database.ts";
import { list } from "../../db/list.ts";
import type { Queue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import { commitInTwoPhases } from "../../db/two-phases.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { QueueKey } from "../delivery/store.ts";
import { webhookEndpointQueues, webhookSubscriptions } from "../tables.ts";
import type {
  SubscriberKey,
  Subscription,
  SubscriptionKey,
  SubscriptionRow,
  SubscriptionState,
  SubscriptionStatus,
} from "./subscription.ts";

const insertRow = webhookSubscriptions.insert();
const insertQueue = webhookEndpointQueues.insert();

/** With its endpoint queue. */
export async function insertSubscription(
  tx: Transaction,
  subscription: Subscription,
  secret: Buffer,
): Promise<void> {
  const { tenantId, network, id: subscriptionId } = subscription;
  commitInTwoPhases(tx);
  await insertRow(tx, { ...rowOf(subscription), secret });
  await insertQueue(tx, { tenantId, network, subscriptionId, changeCount: 0n, failuresInARow: 0 });
}

const updateRow = webhookSubscriptions.update({
  by: ["tenantId", "id"],
  set: ["url", "events", "description", "status", "disabledBecause", "updatedAt"],
});

/** Secrets are updated separately. */
export async function updateSubscription(tx: Transaction, subscription: Subscription): Promise<void> {
  commitInTwoPhases(tx);
  await updateRow(tx, rowOf(subscription));
}

function rowOf({ state, ...fields }: Subscription) {
  const disabledBecause = state.status === "disabled" ? state.because : undefined;
  return { ...fields, status: state.status, disabledBecause };
}

const byId = ["tenantId", "id", "network", "accountId?"] as const;
const selectRow = webhookSubscriptions.one({ by: byId });
const lockRow = webhookSubscriptions.one({ by: byId, lock: "NO KEY UPDATE" });

export async function selectSubscription(
  session: Session,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await selectRow(session, key);
  return row && toSubscription(row);
}

/** Locked until this transaction ends, before its endpoint queue. */
export async function lockSubscription(
  tx: Transaction,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await lockRow(tx, key);
  return row && toSubscription(row);
}

// Index: webhook_subscriptions_by_account.
const selectRowsOf = webhookSubscriptions.many({
  by: ["tenantId", "accountId", "network", "status?"],
  orderBy: ["id"],
});

/** All of an account, oldest first. Active ones are few; archived ones accumulate over the years. */
export async function selectSubscriptionsOf(
  session: Session,
  key: SubscriberKey & { readonly status?: SubscriptionStatus },
): Promise<readonly Subscription[]> {
  return (await selectRowsOf(session, key)).map(toSubscription);
}

// Index: webhook_subscriptions_of_address.
const selectOfAddresses = webhookSubscriptions.many({
  by: ["tenantId", "network", "addressId[]"],
  where: "status <> 'archived' AND address_id IS NOT NULL",
});

/** The customers' webhooks of bank addresses, active or disabled. */
export async function selectCustomerWebhooks(
  session: Session,
  { tenantId, network }: Pick<SubscriptionKey, "tenantId" | "network">,
  addressIds: readonly string[],
): Promise<readonly Subscription[]> {
  const rows = await selectOfAddresses(session, { tenantId, network, addressId: addressIds });
  return rows.map(toSubscription);
}

/** Of an account, newest first. Index: webhook_subscriptions_by_account. */
export const subscriptionList = list<
  SubscriptionRow,
  SubscriberKey & { readonly status?: SubscriptionStatus | undefined },
  Subscription
>({
  from: webhookSubscriptions,
  filters: { tenantId: "tenant_id", accountId: "account_id", network: "network", status: "status" },
  toItem: toSubscription,
});

// Index: webhook_subscriptions_by_account.
const countActive = webhookSubscriptions.count({
  by: ["tenantId", "accountId", "network"],
  where: "status = 'active' AND address_id IS NULL",
});
const takeTurn = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Number of active subscriptions, without those of customers. Concurrent creators wait for each other, so that the number stays correct. */
export async function countActiveInTurn(
  tx: Transaction,
  { tenantId, network, accountId }: SubscriberKey,
): Promise<number> {
  await tx.run(takeTurn, [`webhooks/active/${tenantId}/${network}/${accountId}`]);
  return countActive(tx, { tenantId, network, accountId });
}

/** Those of these queues whose every attempt has failed, and since when. */
export const selectFailing = webhookEndpointQueues.many({
  by: ["tenantId", "subscriptionId[]"],
  where: "failing_since IS NOT NULL",
  columns: ["subscriptionId", "failingSince"],
});

/** A subscription with its sealed signing secrets. */
export type SealedSubscription = Subscription & Pick<SubscriptionRow, "secret" | "previousSecret">;

// By the primary key.
const selectSealed = statement<SubscriptionRow>(`
  SELECT ${webhookSubscriptions.list()}
  FROM unnest($1::text[], $2::text[]) AS requested (tenant_id, id)
  JOIN webhook_subscriptions USING (tenant_id, id)`);

/** For the delivery workers: of any tenants, in no order; missing ones are left out. */
export async function selectQueueSubscriptions(
  session: Session,
  keys: readonly Pick<SubscriptionKey, "tenantId" | "id">[],
): Promise<readonly SealedSubscription[]> {
  const values = [keys.map(({ tenantId }) => tenantId), keys.map(({ id }) => id)];
  const rows = await session.rows(selectSealed, values);
  return rows.map((row) => ({
    ...toSubscription(row),
    secret: row.secret,
    previousSecret: row.previousSecret,
  }));
}

function toSubscription({
  status,
  disabledBecause,
  secret: _secret,
  previousSecret: _previousSecret,
  ...fields
}: SubscriptionRow): Subscription {
  return { ...fields, state: stateOf(status, disabledBecause) };
}

function stateOf(status: SubscriptionStatus, because: SubscriptionRow["disabledBecause"]): SubscriptionState {
  if (status !== "disabled") return { status };
  assert(because !== undefined, "a disabled subscription has a reason");
  return { status, because };
}

/** Makes it not ready. A worker that holds it releases it. */
export const closeQueue = webhookEndpointQueues.update({
  by: ["tenantId", "subscriptionId"],
  setText: "ready_at = CASE WHEN holder IS NOT NULL THEN ready_at END, change_count = change_count + 1",
});

/** Makes it ready immediately, with its health reset. */
export async function openQueue(tx: Session, { tenantId, id }: QueueKey, now: Instant): Promise<void> {
  await tx.run(openQueueStatement, [tenantId, id, formatInstant(now)]);
}

const openQueueStatement = statement(`
  UPDATE webhook_endpoint_queues
     SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at ELSE $3::timestamptz END,
         change_count = change_count + 1, failures_in_a_row = 0, failing_since = NULL, paused_until = NULL
   WHERE tenant_id = $1 AND subscription_id = $2`);

// By the primary key. The current secret moves in its sealed form.
const rotate = statement(
  `
  UPDATE webhook_subscriptions SET secret = $3, updated_at = $4::timestamptz,
    previous_secret = CASE WHEN $5::timestamptz IS NULL THEN NULL ELSE secret END,
    previous_secret_until = $5::timestamptz
  WHERE tenant_id = $1 AND id = $2`,
  { audited: ["webhook_subscription"] },
);

/** The new secret replaces the current one, which remains valid until it expires, or expires now. */
export async function replaceSecret(
  tx: Transaction,
  { tenantId, id, updatedAt, previousSecretUntil: until }: Subscription,
  sealedSecret: Buffer,
): Promise<void> {
  const end = until === undefined ? null : formatInstant(until);
  commitInTwoPhases(tx);
  await tx.run(rotate, [tenantId, id, sealedSecret, formatInstant(updatedAt), end]);
}

/** Index: webhook_endpoint_queues_failing. */
export const failingEndpointQueue: Queue = {
  from: webhookEndpointQueues,
  where: "failing_since IS NOT NULL",
  orderBy: "failing_since",
  since: "failing_since",
};

export const subscriptionView = webhookSubscriptions.view("tenant_id, network, id, status");

export const endpointView = webhookEndpointQueues.view("tenant_id, network, failing_since");
