import type { Session } from "../../db/database.ts";
import { lazyCommit } from "../../db/lazy-commit.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { QueueHealth } from "./endpoint-health.ts";

/** The wake-up topic of the delivery workers. */
export const webhooksTopic = "webhooks";

export interface QueueKey {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly id: SubscriptionId;
}

/** The destination of a queue, as of the last claim or renewal. */
export interface Endpoint extends QueueKey {
  readonly url: string;
}

export async function insertQueue(tx: Session, { tenantId, network, id }: QueueKey): Promise<void> {
  await tx.run(insertStatement, [tenantId, network, id]);
}

const insertStatement = statement(`
  INSERT INTO webhook_endpoint_queues (tenant_id, network, subscription_id, change_count, failures_in_a_row)
  VALUES ($1, $2, $3, 0, 0)`);

/** Makes it not ready. A worker that holds it releases it. */
export async function closeQueue(tx: Session, { tenantId, id }: QueueKey): Promise<void> {
  await tx.run(closeStatement, [tenantId, id]);
}

const closeStatement = statement(`
  UPDATE webhook_endpoint_queues SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at END, change_count = change_count + 1
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** Makes it ready immediately, with its health reset. */
export async function openQueue(tx: Session, { tenantId, id }: QueueKey, now: Instant): Promise<void> {
  await tx.run(openStatement, [tenantId, id, now]);
}

const openStatement = statement(`
  UPDATE webhook_endpoint_queues
     SET ready_at = CASE WHEN holder IS NOT NULL THEN ready_at ELSE to_timestamp($3::double precision / 1000) END,
         change_count = change_count + 1, failures_in_a_row = 0, failing_since = NULL, paused_until = NULL
   WHERE tenant_id = $1 AND subscription_id = $2`);

/** An endpoint queue held by a worker, with the data of its subscription. */
export interface TakenQueue extends Endpoint, QueueHealth {
  /** Identifies this claim, so that a later claim is not released by mistake. */
  readonly holder: string;
  readonly changeCount: bigint;
  readonly status: "active" | "disabled" | "archived";
  readonly secret: Buffer;
  readonly previousSecret: Buffer | undefined;
  readonly previousSecretUntil: Instant | undefined;
}

interface Lease {
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
}

/** Claims ready queues, the longest waiting first. An unreleased queue is ready again when the lease expires. */
export async function claimQueues(
  session: Session,
  { holder, now, until }: Lease,
  limit: number,
): Promise<readonly TakenQueue[]> {
  return (await session.rows<QueueRow>(claimStatement, [holder, now, until, limit])).map(toQueue);
}

/** When the next queue is ready, or the lease on it expires; undefined if no queue has deliveries. */
export async function selectNextReadyAt(session: Session): Promise<Instant | undefined> {
  const row = await session.first<{ readonly readyAt: Instant | null }>(nextReadyStatement);
  return row?.readyAt ?? undefined;
}

/** Index: webhook_endpoint_queues_ready. */
const nextReadyStatement = statement(`
  SELECT min(ready_at) AS "readyAt" FROM webhook_endpoint_queues WHERE ready_at IS NOT NULL`);

const queueColumns = `
  queue.tenant_id AS "tenantId", queue.network, queue.subscription_id AS id, queue.holder, queue.change_count AS "changeCount",
  queue.failures_in_a_row AS "failuresInARow", queue.failing_since AS "failingSince",
  queue.paused_until AS "pausedUntil", subscription.status, subscription.url, subscription.secret,
  subscription.previous_secret AS "previousSecret", subscription.previous_secret_until AS "previousSecretUntil"`;

/** Index: webhook_endpoint_queues_ready, then webhook_endpoint_queues_pkey. */
const claimStatement = statement(`
  WITH ${lazyCommit}, ready AS MATERIALIZED (
    SELECT tenant_id, subscription_id FROM webhook_endpoint_queues
     WHERE ready_at <= to_timestamp($2::double precision / 1000)
     ORDER BY ready_at LIMIT $4
       FOR NO KEY UPDATE SKIP LOCKED
  ), queue AS (
    UPDATE webhook_endpoint_queues AS queue SET holder = $1, ready_at = to_timestamp($3::double precision / 1000)
      FROM lazy_commit, ready
     WHERE queue.tenant_id = ready.tenant_id AND queue.subscription_id = ready.subscription_id
    RETURNING queue.*
  )
  SELECT ${queueColumns}
    FROM queue JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = queue.tenant_id AND subscription.id = queue.subscription_id`);

/** Renews the leases and reads the queues again. Queues missing from the result belong to another worker now. */
export async function renewQueues(
  session: Session,
  queues: readonly Pick<TakenQueue, "tenantId" | "id" | "holder">[],
  until: Instant,
): Promise<readonly TakenQueue[]> {
  const rows = await session.rows<QueueRow>(renewStatement, [
    until,
    queues.map(({ tenantId }) => tenantId),
    queues.map(({ id }) => id),
    queues.map(({ holder }) => holder),
  ]);
  return rows.map(toQueue);
}

/** All code that locks several queues locks them in id order. */
const renewStatement = statement(`
  WITH ${lazyCommit}, held AS MATERIALIZED (
    SELECT queue.tenant_id, queue.subscription_id
      FROM unnest($2::text[], $3::text[], $4::text[]) AS given (tenant_id, subscription_id, holder)
      JOIN webhook_endpoint_queues AS queue USING (tenant_id, subscription_id)
     WHERE queue.holder = given.holder
     ORDER BY queue.tenant_id, queue.subscription_id
       FOR NO KEY UPDATE OF queue
  ), queue AS (
    UPDATE webhook_endpoint_queues AS queue SET ready_at = to_timestamp($1::double precision / 1000)
      FROM lazy_commit, held
     WHERE queue.tenant_id = held.tenant_id AND queue.subscription_id = held.subscription_id
    RETURNING queue.*
  )
  SELECT ${queueColumns}
    FROM queue JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = queue.tenant_id AND subscription.id = queue.subscription_id`);

export interface QueueRelease extends QueueHealth {
  readonly tenantId: TenantId;
  readonly id: SubscriptionId;
  readonly holder: string;
  /** As last seen: a queue with a newer change counter is not released, because it has unread deliveries. */
  readonly changeCount: bigint;
}

/** Returns the released ones. The others have new deliveries, or are no longer the holder's. */
export async function releaseQueues(
  session: Session,
  releases: readonly QueueRelease[],
): Promise<readonly SubscriptionId[]> {
  const rows = await session.rows<{ readonly id: SubscriptionId }>(releaseStatement, [
    releases.map(({ holder }) => holder),
    releases.map(({ tenantId }) => tenantId),
    releases.map(({ id }) => id),
    releases.map(({ changeCount }) => changeCount),
    releases.map(({ failuresInARow }) => failuresInARow),
    releases.map(({ failingSince }) => failingSince ?? null),
    releases.map(({ pausedUntil }) => pausedUntil ?? null),
  ]);
  return rows.map(({ id }) => id);
}

/**
 * Queueing during this statement increments the change counter, so one of the two waits for the other: either the queue
 * is not released, or the writer finds it free and marks it ready. Index: webhook_queue_due.
 */
const releaseStatement = statement(`
  WITH ${lazyCommit}, given AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::integer[], $6::double precision[],
                         $7::double precision[])
      AS given (holder, tenant_id, subscription_id, change_count, failures_in_a_row, failing_since_ms, paused_until_ms)
  ), held AS MATERIALIZED (
    SELECT queue.tenant_id, queue.subscription_id
      FROM webhook_endpoint_queues AS queue JOIN given
        ON given.tenant_id = queue.tenant_id AND given.subscription_id = queue.subscription_id
     WHERE queue.holder = given.holder AND queue.change_count = given.change_count
     ORDER BY queue.tenant_id, queue.subscription_id
       FOR NO KEY UPDATE OF queue
  )
  UPDATE webhook_endpoint_queues AS queue
     SET holder = NULL,
         failures_in_a_row = given.failures_in_a_row,
         failing_since = to_timestamp(given.failing_since_ms / 1000),
         paused_until = to_timestamp(given.paused_until_ms / 1000),
         ready_at = CASE WHEN subscription.status <> 'disabled' THEN
           (SELECT greatest(min(due_at), to_timestamp(given.paused_until_ms / 1000)) FROM webhook_queue AS queued
             WHERE queued.tenant_id = queue.tenant_id AND queued.subscription_id = queue.subscription_id
            HAVING min(due_at) IS NOT NULL) END
    FROM lazy_commit, held JOIN given USING (tenant_id, subscription_id)
    JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = held.tenant_id AND subscription.id = held.subscription_id
   WHERE queue.tenant_id = held.tenant_id AND queue.subscription_id = held.subscription_id
  RETURNING queue.subscription_id AS id`);

type OptionalField = "failingSince" | "pausedUntil" | "previousSecretUntil";

type QueueRow = Omit<TakenQueue, OptionalField | "previousSecret"> & {
  readonly [Field in OptionalField]: Instant | null;
} & { readonly previousSecret: Buffer | null };

function toQueue(row: QueueRow): TakenQueue {
  return {
    ...row,
    failingSince: row.failingSince ?? undefined,
    pausedUntil: row.pausedUntil ?? undefined,
    previousSecret: row.previousSecret ?? undefined,
    previousSecretUntil: row.previousSecretUntil ?? undefined,
  };
}
