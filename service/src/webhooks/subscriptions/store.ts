import type { Session, Transaction } from "../../db/database.ts";
import { type SqlValue, statement } from "../../db/statement.ts";
import { commitInTwoPhases } from "../../db/two-phases.ts";
import { assert } from "../../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { QueueKey } from "../delivery/store.ts";
import type {
  DisabledReason,
  SubscriberKey,
  Subscription,
  SubscriptionId,
  SubscriptionKey,
  SubscriptionState,
  SubscriptionStatus,
} from "./subscription.ts";

const columns = `tenant_id, network, id, account_id, url, events, description, status, disabled_because,
  previous_secret_until, created_at, updated_at, address_id`;

interface SubscriptionRow {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: SubscriptionId;
  readonly accountId: AccountId;
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | undefined;
  readonly status: SubscriptionStatus;
  readonly disabledBecause: DisabledReason | undefined;
  readonly previousSecretUntil: Instant | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly addressId: string | undefined;
}

const insert = statement(`
  INSERT INTO webhook_subscriptions (tenant_id, network, id, account_id, url, events, description, status,
    disabled_because, updated_at, created_at, secret, address_id)
  VALUES ($1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10::timestamptz, $11::timestamptz, $12, $13)`);

export async function insertSubscription(
  tx: Transaction,
  subscription: Subscription,
  sealedSecret: Buffer,
): Promise<void> {
  const { tenantId, network, id, accountId, createdAt } = subscription;
  const values = [tenantId, network, id, accountId, ...changing(subscription), formatInstant(createdAt)];
  commitInTwoPhases(tx);
  await tx.run(insert, [...values, sealedSecret, subscription.addressId ?? null]);
}

// By the primary key.
const update = statement(`
  UPDATE webhook_subscriptions SET url = $3, events = $4::text[], description = $5, status = $6,
    disabled_because = $7, updated_at = $8::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

export async function updateSubscription(tx: Transaction, subscription: Subscription): Promise<void> {
  commitInTwoPhases(tx);
  await tx.run(update, [subscription.tenantId, subscription.id, ...changing(subscription)]);
}

/** The updatable fields, in column order. Secrets are updated separately. */
function changing({ url, events, description, state, updatedAt }: Subscription): readonly SqlValue[] {
  return [
    url,
    events,
    description ?? null,
    state.status,
    state.status === "disabled" ? state.because : null,
    formatInstant(updatedAt),
  ];
}

const byId = `SELECT ${columns} FROM webhook_subscriptions
  WHERE tenant_id = $1 AND id = $2 AND network = $3 AND ($4::text IS NULL OR account_id = $4)`;
const selectOne = statement<SubscriptionRow>(byId);
const lockOne = statement<SubscriptionRow>(`${byId} FOR NO KEY UPDATE`);

/** By the primary key. */
export async function selectSubscription(
  session: Session,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await session.first(selectOne, valuesOf(key));
  return row === undefined ? undefined : toSubscription(row);
}

/** Locked until this transaction ends, before its endpoint queue. */
export async function lockSubscription(
  tx: Transaction,
  key: SubscriptionKey,
): Promise<Subscription | undefined> {
  const row = await tx.first(lockOne, valuesOf(key));
  return row === undefined ? undefined : toSubscription(row);
}

function valuesOf({ tenantId, id, network, accountId }: SubscriptionKey): readonly SqlValue[] {
  return [tenantId, id, network, accountId ?? null];
}

// Index: webhook_subscriptions_by_account.
const ofAccount = `SELECT ${columns} FROM webhook_subscriptions
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND ($4::text IS NULL OR status = $4)`;
const selectAll = statement<SubscriptionRow>(`${ofAccount} ORDER BY id`);
const slices = {
  after: statement<SubscriptionRow>(
    `${ofAccount} AND ($5::text IS NULL OR id < $5) ORDER BY id DESC LIMIT $6`,
  ),
  before: statement<SubscriptionRow>(`${ofAccount} AND ($5::text IS NULL OR id > $5) ORDER BY id LIMIT $6`),
};

/** All of an account, oldest first. Active ones are few; archived ones accumulate over the years. */
export async function selectSubscriptionsOf(
  session: Session,
  { tenantId, accountId, network }: SubscriberKey,
  status?: SubscriptionStatus,
): Promise<readonly Subscription[]> {
  const values = [tenantId, accountId, network, status ?? null];
  return (await session.rows(selectAll, values)).map(toSubscription);
}

// Index: webhook_subscriptions_of_address.
const findOfAddresses = statement<SubscriptionRow>(`
  SELECT ${columns} FROM webhook_subscriptions
  WHERE tenant_id = $1 AND network = $2 AND address_id = ANY ($3::text[]) AND status <> 'archived'
    AND address_id IS NOT NULL`);

/** The customers' webhooks of bank addresses, active or disabled. */
export async function selectCustomerWebhooks(
  session: Session,
  { tenantId, network }: Pick<SubscriptionKey, "tenantId" | "network">,
  addressIds: readonly string[],
): Promise<readonly Subscription[]> {
  return (await session.rows(findOfAddresses, [tenantId, network, addressIds])).map(toSubscription);
}

/** A range of an account's subscriptions, next to a position and in one direction. */
export interface SubscriptionSlice extends SubscriberKey {
  readonly status: SubscriptionStatus | undefined;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

export async function selectSubscriptions(
  session: Session,
  { tenantId, accountId, network, status, position, limit, direction }: SubscriptionSlice,
): Promise<readonly Subscription[]> {
  const values = [tenantId, accountId, network, status ?? null, position ?? null, limit];
  return (await session.rows(slices[direction], values)).map(toSubscription);
}

// Index: webhook_subscriptions_by_account.
const countActive = statement<{ readonly active: bigint }>(`
  SELECT count(*) AS active FROM webhook_subscriptions
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND status = 'active' AND address_id IS NULL`);
const takeTurn = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Number of active subscriptions, without those of customers. Concurrent creators wait for each other, so that the number stays correct. */
export async function countActiveInTurn(
  tx: Transaction,
  { tenantId, network, accountId }: SubscriberKey,
): Promise<number> {
  await tx.run(takeTurn, [`webhooks/active/${tenantId}/${network}/${accountId}`]);
  const row = await tx.first(countActive, [tenantId, accountId, network]);
  return Number(row?.active ?? 0n);
}

// By the primary key of the endpoint queues.
const findFailing = statement<{ readonly id: string; readonly since: Instant }>(`
  SELECT subscription_id AS id, failing_since AS since FROM webhook_endpoint_queues
  WHERE tenant_id = $1 AND subscription_id = ANY ($2::text[]) AND failing_since IS NOT NULL`);

/** Since when every attempt has failed, for failing subscriptions. */
export async function selectFailingSince(
  session: Session,
  tenantId: TenantId,
  ids: readonly SubscriptionId[],
): Promise<ReadonlyMap<string, Instant>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(findFailing, [tenantId, ids]);
  return new Map(rows.map(({ id, since }) => [id, since]));
}

/** A subscription with its sealed signing secrets. */
export interface SealedSubscription extends Subscription {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | undefined;
}

interface SealedRow extends SubscriptionRow {
  readonly secret: Buffer;
  readonly previousSecret: Buffer | undefined;
}

// By the primary key.
const selectSealed = statement<SealedRow>(`
  SELECT ${columns}, secret, previous_secret
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

function toSubscription(row: SubscriptionRow): Subscription {
  return {
    tenantId: row.tenantId,
    network: row.network,
    id: row.id,
    accountId: row.accountId,
    url: row.url,
    events: row.events,
    description: row.description,
    addressId: row.addressId,
    state: stateOf(row),
    previousSecretUntil: row.previousSecretUntil,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

function stateOf({ status, disabledBecause: because }: SubscriptionRow): SubscriptionState {
  if (status !== "disabled") return { status };
  assert(because !== undefined, "a disabled subscription has a reason");
  return { status, because };
}

/** The endpoint queue of a new subscription. */
export async function insertQueue(tx: Session, { tenantId, network, id }: QueueKey): Promise<void> {
  await tx.run(insertQueueStatement, [tenantId, network, id]);
}

const insertQueueStatement = statement(`
  INSERT INTO webhook_endpoint_queues (tenant_id, network, subscription_id, change_count, failures_in_a_row)
  VALUES ($1, $2, $3, 0, 0)`);

/** Makes it not ready. A worker that holds it releases it. */
export async function closeQueue(tx: Session, { tenantId, id }: QueueKey): Promise<void> {
  await tx.run(closeQueueStatement, [tenantId, id]);
}

const closeQueueStatement = statement(`
  UPDATE webhook_endpoint_queues SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at END, change_count = change_count + 1
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** Makes it ready immediately, with its health reset. */
export async function openQueue(tx: Session, { tenantId, id }: QueueKey, now: Instant): Promise<void> {
  await tx.run(openQueueStatement, [tenantId, id, now]);
}

const openQueueStatement = statement(`
  UPDATE webhook_endpoint_queues
     SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at ELSE to_timestamp($3::double precision / 1000) END,
         change_count = change_count + 1, failures_in_a_row = 0, failing_since = NULL, paused_until = NULL
   WHERE tenant_id = $1 AND subscription_id = $2`);

// By the primary key. The current secret moves in its sealed form.
const rotate = statement(`
  UPDATE webhook_subscriptions SET secret = $3, updated_at = $4::timestamptz,
    previous_secret = CASE WHEN $5::timestamptz IS NULL THEN NULL ELSE secret END,
    previous_secret_until = $5::timestamptz
  WHERE tenant_id = $1 AND id = $2`);

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
