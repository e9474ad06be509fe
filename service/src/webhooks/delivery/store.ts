import type { Session } from "../../db/database.ts";
import { lazyCommit } from "../../db/lazy-commit.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { addCounts, bucketOf, startOf } from "../../statistics/index.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { webhookQueue } from "../tables.ts";
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
  return session.rows(claimStatement, [holder, now, until, limit]);
}

/** When the next queue is ready, or the lease on it expires; undefined if no queue has deliveries. */
export async function selectNextReadyAt(session: Session): Promise<Instant | undefined> {
  const row = await session.first(nextReadyStatement);
  return row?.readyAt;
}

/** Index: webhook_endpoint_queues_ready. */
const nextReadyStatement = statement<{ readonly readyAt: Instant | undefined }>(`
  SELECT min(ready_at) AS ready_at FROM webhook_endpoint_queues WHERE ready_at IS NOT NULL`);

/** Of an endpoint queue and its subscription. */
export const takenColumns = `
  queue.tenant_id, queue.network, queue.subscription_id AS id, queue.holder, queue.change_count,
  queue.failures_in_a_row, queue.failing_since, queue.paused_until, subscription.status, subscription.url,
  subscription.secret, subscription.previous_secret, subscription.previous_secret_until`;

/**
 * Index: webhook_endpoint_queues_ready, then webhook_endpoint_queues_pkey. The arrays are for the planner, which expects
 * few rows of them, but a tenth of the table of a limit that it does not know.
 */
const claimStatement = statement<TakenQueue>(`
  WITH ${lazyCommit}, ready AS MATERIALIZED (
    SELECT tenant_id, subscription_id FROM webhook_endpoint_queues
     WHERE ready_at <= to_timestamp($2::double precision / 1000)
     ORDER BY ready_at LIMIT $4
       FOR NO KEY UPDATE SKIP LOCKED
  ), queue AS (
    UPDATE webhook_endpoint_queues AS queue SET holder = $1, ready_at = to_timestamp($3::double precision / 1000)
      FROM lazy_commit,
           unnest(ARRAY(SELECT tenant_id FROM ready), ARRAY(SELECT subscription_id FROM ready))
             AS claimed (tenant_id, subscription_id)
     WHERE queue.tenant_id = claimed.tenant_id AND queue.subscription_id = claimed.subscription_id
    RETURNING queue.*
  )
  SELECT ${takenColumns}
    FROM queue JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = queue.tenant_id AND subscription.id = queue.subscription_id`);

/** Renews the leases and reads the queues again. Queues missing from the result belong to another worker now. */
export async function renewQueues(
  session: Session,
  queues: readonly Pick<TakenQueue, "tenantId" | "id" | "holder">[],
  until: Instant,
): Promise<readonly TakenQueue[]> {
  return session.rows(renewStatement, [
    until,
    queues.map(({ tenantId }) => tenantId),
    queues.map(({ id }) => id),
    queues.map(({ holder }) => holder),
  ]);
}

/** All code that locks several queues locks them in id order. */
const renewStatement = statement<TakenQueue>(`
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
  SELECT ${takenColumns}
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
  const rows = await session.rows(releaseStatement, [
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
const releaseStatement = statement<{ readonly id: SubscriptionId }>(`
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

export type AttemptId = Id<"webhook_attempt">;

/** An attempt that is to be made. */
export interface QueuedAttempt
  extends Omit<RowOf<typeof webhookQueue>, "eventType" | "reason" | "insertedAt"> {
  /** Location of its row, which finds it faster than its key. */
  readonly place: string;
}

/** A place in the order in which attempts are due. */
export type DuePlace = Pick<QueuedAttempt, "dueAt" | "id">;

export interface DueQuery {
  readonly key: QueueKey;
  readonly limit: number;
  /** Only attempts after this one. */
  readonly from: DuePlace | undefined;
}

/** Due attempts of each of these queues, the longest waiting first. Index: webhook_queue_due. */
export async function selectDue(
  session: Session,
  queries: readonly DueQuery[],
  now: Instant,
): Promise<readonly QueuedAttempt[]> {
  return session.rows(dueStatement, [
    queries.map(({ key }) => key.tenantId),
    queries.map(({ key }) => key.id),
    queries.map(({ limit }) => limit),
    now,
    queries.map(({ from }) => from?.dueAt ?? 0),
    queries.map(({ from }) => from?.id ?? ""),
  ]);
}

const dueStatement = statement<QueuedAttempt>(`
  SELECT due.tenant_id, due.network, due.subscription_id, due.id, due.event_id, due.event_account_id,
         due.event_sequence, due.attempt_number, due.due_at, due.place
    FROM unnest($1::text[], $2::text[], $3::integer[], $5::double precision[], $6::text[])
           AS queue (tenant_id, subscription_id, capacity, from_ms, from_id)
   CROSS JOIN LATERAL (
     SELECT *, ctid::text AS place FROM webhook_queue
      WHERE tenant_id = queue.tenant_id AND subscription_id = queue.subscription_id
        AND (due_at, id) > (to_timestamp(queue.from_ms / 1000), queue.from_id)
        AND due_at <= to_timestamp($4::double precision / 1000)
      ORDER BY due_at, id LIMIT queue.capacity) AS due`);

/** The result of an attempt. */
export interface Settlement {
  readonly tenantId: TenantId;
  readonly subscriptionId: SubscriptionId;
  readonly id: AttemptId;
  readonly place: string;
  readonly status: "succeeded" | "failed" | "exhausted";
  readonly statusCode: number | undefined;
  readonly failureMessage: string | undefined;
  readonly requestUrl: string;
  readonly durationMs: number;
  readonly excerpt: string | undefined;
  readonly responseHeaders: Readonly<Record<string, string>> | undefined;
  /** The time in the signature. */
  readonly sentAt: Instant;
  /** Of the secrets that signed it, the current one first. */
  readonly secretIds: readonly string[];
  readonly endedAt: Instant;
  /** The next attempt, if it failed and there is one. */
  readonly next: { readonly id: AttemptId; readonly dueAt: Instant } | undefined;
}

/**
 * Moves attempts out of the queue, and queues the next ones. An attempt that another worker has settled in the meantime
 * is gone, and nothing is written for it.
 */
export async function settleAttempts(session: Session, settlements: readonly Settlement[]): Promise<void> {
  const values = [
    settlements.map(({ tenantId }) => tenantId),
    settlements.map(({ subscriptionId }) => subscriptionId),
    settlements.map(({ id }) => id),
    settlements.map(({ status }) => status),
    settlements.map(({ statusCode }) => statusCode ?? null),
    settlements.map(({ failureMessage }) => failureMessage ?? null),
    settlements.map(({ requestUrl }) => requestUrl),
    settlements.map(({ durationMs }) => Math.round(durationMs)),
    settlements.map(({ excerpt }) => excerpt ?? null),
    settlements.map(({ endedAt }) => endedAt),
    settlements.map(({ next }) => next?.id ?? null),
    settlements.map(({ next }) => next?.dueAt ?? null),
    settlements.map(({ place }) => place),
    settlements.map(({ sentAt }) => sentAt),
    settlements.map(({ secretIds }) => secretIds.join(" ")),
    settlements.map(({ responseHeaders }) => (responseHeaders ? JSON.stringify(responseHeaders) : null)),
  ];
  const settled = await session.run(settleByPlaceStatement, values);
  // Those whose row has moved since it was read.
  if (settled < settlements.length) await session.run(settleByKeyStatement, values);
}

const addAttemptCounts = addCounts(
  "webhook_statistics",
  `SELECT tenant_id, network, 'deliveries', grain, ${startOf("grain", "to_timestamp(ended_at_ms / 1000)")},
          subscription_id, status, '', ${bucketOf("duration_ms")}, count(*), 0
     FROM taken`,
  "true",
);

/** The key is always compared: another row may be at the place by now. */
const settleText = (isAtPlace: string): string => `
  WITH ${lazyCommit}, outcome AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[],
                         $8::integer[], $9::text[], $10::double precision[], $11::text[], $12::double precision[],
                         $13::tid[], $14::double precision[], $15::text[], $16::text[])
      AS outcome (tenant_id, subscription_id, id, status, status_code, failure_message, request_url, duration_ms,
                  response_excerpt, ended_at_ms, next_id, next_due_at_ms, place, sent_at_ms, secret_ids,
                  response_headers)
  ), taken AS (
    DELETE FROM webhook_queue AS queued USING lazy_commit, outcome
     WHERE ${isAtPlace} queued.tenant_id = outcome.tenant_id AND queued.subscription_id = outcome.subscription_id
       AND queued.id = outcome.id
    RETURNING queued.*, status, status_code, failure_message, request_url, duration_ms, response_excerpt,
              ended_at_ms, next_id, next_due_at_ms, sent_at_ms, secret_ids, response_headers
  ), again AS (
    INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                               event_sequence, reason, attempt_number, due_at, inserted_at)
    SELECT tenant_id, network, subscription_id, next_id, event_id, event_type, event_account_id, event_sequence,
           reason, attempt_number + 1, to_timestamp(next_due_at_ms / 1000), to_timestamp(ended_at_ms / 1000)
      FROM taken WHERE next_id IS NOT NULL
  ), counts AS (${addAttemptCounts})
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, status_code, failure_message, request_url, duration_ms, response_excerpt,
                                next_attempt_at, inserted_at, ended_at, sent_at, secret_ids, response_headers)
  SELECT tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number, status, status_code,
         failure_message, request_url, duration_ms, response_excerpt, to_timestamp(next_due_at_ms / 1000),
         inserted_at, to_timestamp(ended_at_ms / 1000), to_timestamp(sent_at_ms / 1000), secret_ids,
         response_headers::json
    FROM taken`;

const settleByPlaceStatement = statement(settleText("queued.ctid = outcome.place AND"));
/** Index: webhook_queue_pkey. */
const settleByKeyStatement = statement(settleText(""));

/** The failure of an attempt that was never made. */
export const archivedMessage = "the subscription was archived before this was sent";

/** Ends the waiting attempts of an archived subscription, in batches. Returns how many. */
export async function endQueued(
  session: Session,
  { tenantId, id }: QueueKey,
  because: string,
  now: Instant,
  limit: number,
): Promise<number> {
  return session.run(endStatement, [tenantId, id, because, now, limit]);
}

const endStatement = statement(`
  WITH ended AS (
    DELETE FROM webhook_queue
     WHERE tenant_id = $1 AND subscription_id = $2 AND id = ANY (ARRAY(
       SELECT id FROM webhook_queue WHERE tenant_id = $1 AND subscription_id = $2 ORDER BY id LIMIT $5))
    RETURNING *
  )
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, failure_message, request_url, duration_ms, inserted_at, ended_at)
  SELECT ended.tenant_id, ended.network, subscription_id, ended.id, event_id, event_type, reason, attempt_number,
         'exhausted', $3, subscription.url, 0, inserted_at, to_timestamp($4::double precision / 1000)
    FROM ended JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = ended.tenant_id AND subscription.id = ended.subscription_id`);

/** Sent attempts leave dead rows behind, and a scan for the first row walks over them until they are vacuumed. */
export async function sweepQueue(session: Session): Promise<void> {
  await session.run(sweepStatement);
}

const sweepStatement = statement(`VACUUM (SKIP_LOCKED, TRUNCATE FALSE) webhook_queue`);
