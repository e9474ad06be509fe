import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { commitInTwoPhases } from "../../db/two-phases.ts";
import type { Event } from "../../events/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { FilledQueue, HandOverLease } from "../delivery/hand-over.ts";
import { type QueueKey, takenColumns } from "../delivery/store.ts";
import { patternsOf } from "../subscriptions/subscription.ts";
import type { webhookQueue } from "../tables.ts";

/** Queues each event for every matching subscription. Returns the endpoint queues that got a delivery. */
export async function putEventsInLine(
  tx: Session,
  events: readonly Event[],
  now: Instant,
  lease?: HandOverLease,
): Promise<readonly FilledQueue[]> {
  return tx.rows(putStatement, [
    events.map(({ tenantId }) => tenantId),
    events.map(({ network }) => network),
    events.map(({ accountId }) => accountId),
    events.map(({ sequence }) => sequence),
    events.map(({ id }) => id),
    events.map(({ type }) => type),
    events.map(({ type }) => patternsOf(type).join(" ")),
    events.map(({ createdAt }) => createdAt),
    now,
    lease?.holder,
    lease?.until,
  ]);
}

/** When a queue with a new delivery should be claimed; a held queue is read by its holder. */
const readyWithNewDelivery = (nowMs: string): string => `
  CASE WHEN queue.holder IS NOT NULL THEN queue.ready_at
       ELSE least(queue.ready_at,
                  greatest(queue.paused_until, to_timestamp(${nowMs}::double precision / 1000))) END`;

/** A free queue that is not paused is leased to the worker of this node. */
const isLeased = `
  $11::double precision IS NOT NULL AND queue.holder IS NULL
    AND (queue.paused_until IS NULL OR queue.paused_until <= to_timestamp($9::double precision / 1000))`;

/** The holder is a claim of the worker of this node. */
const isHandedOver = `coalesce(split_part(queue.holder, '/', 1) = split_part($10::text, '/', 1), false)`;

/**
 * The subscriptions of the account and of its managing account, which is its tenant. Not those that were created after
 * the event. The id begins with the time of the event, like every id, and the rest is derived from the event and the
 * subscription, so a duplicate has the same id. All code that locks several endpoint queues locks them in id order.
 * Index: webhook_subscriptions_of_account.
 */
const putStatement = statement<FilledQueue>(`
  WITH event AS MATERIALIZED (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[],
                         $8::double precision[]) WITH ORDINALITY
      AS event (tenant_id, network, account_id, sequence, id, type, patterns, created_at_ms, place)
  ), reported AS MATERIALIZED (
    SELECT event.*, owner_id
      FROM event CROSS JOIN LATERAL (SELECT account_id UNION SELECT tenant_id) AS one (owner_id)
  ), owner AS (
    SELECT DISTINCT tenant_id, network, owner_id FROM reported
  ), requested AS MATERIALIZED (
    SELECT subscription.*
      FROM owner CROSS JOIN LATERAL (
        SELECT * FROM webhook_subscriptions
         WHERE tenant_id = owner.tenant_id AND account_id = owner.owner_id AND network = owner.network
           AND status = 'active' AND address_id IS NULL
        OFFSET 0) AS subscription
  ), queued AS (
    INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                               event_sequence, reason, attempt_number, due_at, inserted_at)
    SELECT reported.tenant_id, reported.network, requested.id,
           left(reported.id, 10) || upper(left(md5(reported.id || requested.id), 16)),
           reported.id, reported.type, reported.account_id, reported.sequence, 'event', 1,
           to_timestamp(reported.created_at_ms / 1000), to_timestamp($9::double precision / 1000)
      FROM reported JOIN requested
        ON requested.tenant_id = reported.tenant_id AND requested.network = reported.network
       AND requested.account_id = reported.owner_id
       AND requested.events && string_to_array(reported.patterns, ' ')
       AND requested.created_at <= to_timestamp(reported.created_at_ms / 1000)
     ORDER BY place
    RETURNING tenant_id, subscription_id, id, event_id, ctid AS place
  ), filled AS MATERIALIZED (
    SELECT tenant_id, subscription_id, string_agg(concat_ws(' ', id, event_id, place), ' ') AS attempts
      FROM queued GROUP BY tenant_id, subscription_id
  ), woken AS MATERIALIZED (
    SELECT queue.tenant_id, queue.subscription_id, queue.ready_at AS was_ready_at, filled.attempts
      FROM filled JOIN webhook_endpoint_queues AS queue
        ON queue.tenant_id = filled.tenant_id AND queue.subscription_id = filled.subscription_id
     ORDER BY queue.tenant_id, queue.subscription_id
       FOR NO KEY UPDATE OF queue
  ), queue AS (
    UPDATE webhook_endpoint_queues AS queue
       SET change_count = queue.change_count + 1,
           holder = CASE WHEN ${isLeased} THEN $10::text ELSE queue.holder END,
           ready_at = CASE WHEN ${isLeased} THEN to_timestamp($11::double precision / 1000)
                           ELSE ${readyWithNewDelivery("$9")} END
      FROM woken
     WHERE queue.tenant_id = woken.tenant_id AND queue.subscription_id = woken.subscription_id
    RETURNING queue.*, woken.was_ready_at, woken.attempts
  )
  SELECT ${takenColumns},
         CASE WHEN ${isHandedOver} THEN attempts END AS attempts,
         coalesce(queue.holder = $10::text, false) AS is_leased,
         coalesce(was_ready_at <= to_timestamp($9::double precision / 1000), false) AS has_more,
         NOT ${isHandedOver}
           AND (queue.holder IS NOT NULL OR queue.ready_at IS DISTINCT FROM was_ready_at) AS needs_wake_up
    FROM queue JOIN requested AS subscription
      ON subscription.tenant_id = queue.tenant_id AND subscription.id = queue.subscription_id`);

export type NewAttempt = Pick<
  RowOf<typeof webhookQueue>,
  "id" | "eventId" | "eventType" | "eventAccountId" | "eventSequence"
>;

/** First attempts of resends, replays, and of events for customers, due immediately. */
export async function insertAttempts(
  tx: Transaction,
  { tenantId, network, id }: QueueKey,
  reason: "event" | "replay" | "resend",
  attempts: readonly NewAttempt[],
  now: Instant,
): Promise<void> {
  commitInTwoPhases(tx);
  await tx.run(insertStatement, [
    tenantId,
    network,
    id,
    reason,
    now,
    attempts.map((attempt) => attempt.id),
    attempts.map(({ eventId }) => eventId),
    attempts.map(({ eventType }) => eventType),
    attempts.map(({ eventAccountId }) => eventAccountId),
    attempts.map(({ eventSequence }) => eventSequence),
  ]);
}

const insertStatement = statement(`
  WITH queued AS (
    INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                               event_sequence, reason, attempt_number, due_at, inserted_at)
    SELECT $1, $2, $3, id, event_id, event_type, event_account_id, event_sequence, $4, 1,
           to_timestamp($5::double precision / 1000), to_timestamp($5::double precision / 1000)
      FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])
        AS attempt (id, event_id, event_type, event_account_id, event_sequence)
  )
  UPDATE webhook_endpoint_queues AS queue
     SET change_count = change_count + 1, ready_at = ${readyWithNewDelivery("$5")}
   WHERE tenant_id = $1 AND subscription_id = $3`);
