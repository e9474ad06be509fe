import { byTenant } from "../../db/by-tenant.ts";
import type { Session } from "../../db/database.ts";
import { lazyCommit } from "../../db/lazy-commit.ts";
import { statement } from "../../db/statement.ts";
import { together } from "../../db/together.ts";
import type { Event } from "../../events/index.ts";
import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
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
  const ready = inIdOrder(await session.rows(readyStatement, [now, limit]));
  if (ready.length === 0) return [];
  return session.rows(claimStatement, [holder, now, until, ...keysOf(ready)]);
}

/** All code that locks several queues locks them in id order. */
function inIdOrder<Queue extends Pick<QueueKey, "tenantId" | "id">>(
  queues: readonly Queue[],
): readonly Queue[] {
  const textOf = ({ tenantId, id }: Queue): string => `${tenantId}/${id}`;
  return queues.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

function keysOf(
  queues: readonly Pick<QueueKey, "tenantId" | "id">[],
): readonly [TenantId[], SubscriptionId[]] {
  return [queues.map(({ tenantId }) => tenantId), queues.map(({ id }) => id)];
}

/** Index: webhook_endpoint_queues_ready. */
const readyStatement = statement<Pick<QueueKey, "tenantId" | "id">>(`
  SELECT tenant_id, subscription_id AS id FROM webhook_endpoint_queues
   WHERE ready_at <= to_timestamp($1::double precision / 1000) ORDER BY ready_at LIMIT $2`);

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
 * Index: webhook_endpoint_queues_pkey. If another worker claims a queue at the same time, one of the two waits for the
 * other and then finds it claimed.
 */
const claimStatement = statement<TakenQueue>(`
  WITH ${lazyCommit}, queue AS (
    UPDATE webhook_endpoint_queues AS queue SET holder = $1, ready_at = to_timestamp($3::double precision / 1000)
      FROM lazy_commit, unnest($4::text[], $5::text[]) AS ready (tenant_id, subscription_id)
     WHERE queue.tenant_id = ready.tenant_id AND queue.subscription_id = ready.subscription_id
       AND queue.ready_at <= to_timestamp($2::double precision / 1000)
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
  const held = inIdOrder(queues);
  return session.rows(renewStatement, [until, ...keysOf(held), held.map(({ holder }) => holder)]);
}

/** Index: webhook_endpoint_queues_pkey. */
const renewStatement = statement<TakenQueue>(`
  WITH ${lazyCommit}, queue AS (
    UPDATE webhook_endpoint_queues AS queue SET ready_at = to_timestamp($1::double precision / 1000)
      FROM lazy_commit, unnest($2::text[], $3::text[], $4::text[]) AS held (tenant_id, subscription_id, holder)
     WHERE queue.tenant_id = held.tenant_id AND queue.subscription_id = held.subscription_id
       AND queue.holder = held.holder
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
  const ordered = inIdOrder(releases);
  const rows = await session.rows(releaseStatement, [
    ordered.map(({ holder }) => holder),
    ...keysOf(ordered),
    ordered.map(({ changeCount }) => changeCount),
    ordered.map(({ failuresInARow }) => failuresInARow),
    ordered.map(({ failingSince }) => failingSince ?? null),
    ordered.map(({ pausedUntil }) => pausedUntil ?? null),
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
    FROM lazy_commit, given JOIN webhook_subscriptions AS subscription
      ON subscription.tenant_id = given.tenant_id AND subscription.id = given.subscription_id
   WHERE queue.tenant_id = given.tenant_id AND queue.subscription_id = given.subscription_id
     AND queue.holder = given.holder AND queue.change_count = given.change_count
  RETURNING queue.subscription_id AS id`);

export type AttemptId = Id<"webhook_attempt">;

/** An attempt that is to be made. */
export interface QueuedAttempt {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly subscriptionId: SubscriptionId;
  readonly id: AttemptId;
  readonly eventId: string;
  readonly eventAccountId: AccountId;
  readonly eventSequence: bigint;
  readonly attemptNumber: number;
  readonly dueAt: Instant;
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
  const ofTenants = byTenant(queries.map((query) => ({ ...query, tenantId: query.key.tenantId })));
  const reading = [...ofTenants].map(([tenantId, own]) =>
    session.rows(dueStatement, [
      tenantId,
      own.map(({ key }) => key.id),
      own.map(({ limit }) => limit),
      now,
      own.map(({ from }) => from?.dueAt ?? 0),
      own.map(({ from }) => from?.id ?? ""),
    ]),
  );
  return (await together(reading)).flat();
}

const dueStatement = statement<QueuedAttempt>(`
  SELECT due.tenant_id, due.network, due.subscription_id, due.id, due.event_id, due.event_account_id,
         due.event_sequence, due.attempt_number, due.due_at
    FROM unnest($2::text[], $3::integer[], $5::double precision[], $6::text[])
           AS queue (subscription_id, capacity, from_ms, from_id)
   CROSS JOIN LATERAL (
     SELECT * FROM webhook_queue
      WHERE tenant_id = $1 AND subscription_id = queue.subscription_id
        AND (due_at, id) > (to_timestamp(queue.from_ms / 1000), queue.from_id)
        AND due_at <= to_timestamp($4::double precision / 1000)
      ORDER BY due_at, id LIMIT queue.capacity) AS due`);

export type EventPlace = Pick<Event, "tenantId" | "network" | "accountId" | "sequence">;

/** Index: events_pkey. */
export async function selectEventsAt(
  session: Session,
  places: readonly EventPlace[],
): Promise<readonly Event[]> {
  return session.rows(eventsStatement, [
    places.map(({ tenantId }) => tenantId),
    places.map(({ network }) => network),
    places.map(({ accountId }) => accountId),
    places.map(({ sequence }) => sequence),
  ]);
}

const eventsStatement = statement<Event>(`
  SELECT event.tenant_id, event.network, event.account_id, event.sequence, event.id,
         event.type, event.data, event.created_at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[]) AS place (tenant_id, network, account_id, sequence)
    JOIN events AS event USING (tenant_id, network, account_id, sequence)`);

/** The result of an attempt. */
export interface Settlement {
  readonly tenantId: TenantId;
  readonly subscriptionId: SubscriptionId;
  readonly id: AttemptId;
  readonly status: "succeeded" | "failed" | "exhausted";
  readonly statusCode: number | undefined;
  readonly failureMessage: string | undefined;
  readonly requestUrl: string;
  readonly durationMs: number;
  readonly excerpt: string | undefined;
  readonly endedAt: Instant;
  /** The next attempt, if it failed and there is one. */
  readonly next: { readonly id: AttemptId; readonly dueAt: Instant } | undefined;
}

/**
 * Moves attempts out of the queue, and queues the next ones. An attempt that another worker has settled in the meantime
 * is gone, and nothing is written for it.
 */
export async function settleAttempts(session: Session, settlements: readonly Settlement[]): Promise<void> {
  await session.run(settleStatement, [
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
  ]);
}

/** Index: webhook_queue_pkey. */
const settleStatement = statement(`
  WITH ${lazyCommit}, outcome AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[],
                         $8::integer[], $9::text[], $10::double precision[], $11::text[], $12::double precision[])
      AS outcome (tenant_id, subscription_id, id, status, status_code, failure_message, request_url, duration_ms,
                  response_excerpt, ended_at_ms, next_id, next_due_at_ms)
  ), taken AS (
    DELETE FROM webhook_queue AS queued USING lazy_commit, outcome
     WHERE queued.tenant_id = outcome.tenant_id AND queued.subscription_id = outcome.subscription_id
       AND queued.id = outcome.id
    RETURNING queued.*, status, status_code, failure_message, request_url, duration_ms, response_excerpt,
              ended_at_ms, next_id, next_due_at_ms
  ), again AS (
    INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                               event_sequence, reason, attempt_number, due_at, inserted_at)
    SELECT tenant_id, network, subscription_id, next_id, event_id, event_type, event_account_id, event_sequence,
           reason, attempt_number + 1, to_timestamp(next_due_at_ms / 1000), to_timestamp(ended_at_ms / 1000)
      FROM taken WHERE next_id IS NOT NULL
  )
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, status_code, failure_message, request_url, duration_ms, response_excerpt,
                                next_attempt_at, inserted_at, ended_at)
  SELECT tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number, status, status_code,
         failure_message, request_url, duration_ms, response_excerpt, to_timestamp(next_due_at_ms / 1000),
         inserted_at, to_timestamp(ended_at_ms / 1000)
    FROM taken`);

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
