import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { AccountId, Id, Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { QueueKey } from "./endpoint-queue-store.ts";

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
}

export interface DueQuery {
  readonly key: QueueKey;
  readonly limit: number;
}

/** Due attempts of each of these queues, the longest waiting first. Index: webhook_queue_due. */
export async function selectDue(
  session: Session,
  queries: readonly DueQuery[],
  now: Instant,
): Promise<readonly QueuedAttempt[]> {
  return session.rows<QueuedAttempt>(dueStatement, [
    queries.map(({ key }) => key.tenantId),
    queries.map(({ key }) => key.id),
    queries.map(({ limit }) => limit),
    now,
  ]);
}

const dueStatement = statement(`
  SELECT due.tenant_id AS "tenantId", due.network, due.subscription_id AS "subscriptionId", due.id,
         due.event_id AS "eventId", due.event_account_id AS "eventAccountId",
         due.event_sequence AS "eventSequence", due.attempt_number AS "attemptNumber"
    FROM unnest($1::text[], $2::text[], $3::integer[]) AS queue (tenant_id, subscription_id, capacity)
   CROSS JOIN LATERAL (
     SELECT * FROM webhook_queue
      WHERE tenant_id = queue.tenant_id AND subscription_id = queue.subscription_id
        AND due_at <= to_timestamp($4::double precision / 1000)
      ORDER BY due_at, id LIMIT queue.capacity) AS due`);

export interface NewAttempt {
  readonly id: AttemptId;
  readonly eventId: string;
  readonly eventType: string;
  readonly eventAccountId: AccountId;
  readonly eventSequence: bigint;
}

/** First attempts of resends and replays, due immediately. */
export async function insertAttempts(
  tx: Session,
  { tenantId, network, id }: QueueKey,
  reason: "replay" | "resend",
  attempts: readonly NewAttempt[],
  now: Instant,
): Promise<void> {
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
  INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                             event_sequence, reason, attempt_number, due_at, inserted_at)
  SELECT $1, $2, $3, id, event_id, event_type, event_account_id, event_sequence, $4, 1,
         to_timestamp($5::double precision / 1000), to_timestamp($5::double precision / 1000)
    FROM unnest($6::text[], $7::text[], $8::text[], $9::text[], $10::bigint[])
      AS attempt (id, event_id, event_type, event_account_id, event_sequence)`);

/** A delivery was queued: the queue's change counter moves, and it is ready unless it is held or paused. */
export async function announce(tx: Session, { tenantId, id }: QueueKey, now: Instant): Promise<void> {
  await tx.run(announceStatement, [tenantId, id, now]);
}

/** When a queue with a new delivery should be claimed; a held queue is read by its holder. */
export const readyWithNewDelivery = (nowMs: string): string => `
  CASE WHEN queue.holder IS NOT NULL THEN queue.ready_at
       ELSE least(queue.ready_at,
                  greatest(queue.paused_until, to_timestamp(${nowMs}::double precision / 1000))) END`;

const announceStatement = statement(`
  UPDATE webhook_endpoint_queues AS queue SET change_count = change_count + 1, ready_at = ${readyWithNewDelivery("$3")}
   WHERE tenant_id = $1 AND subscription_id = $2`);

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
     WHERE tenant_id = $1 AND subscription_id = $2 AND id IN (
       SELECT id FROM webhook_queue WHERE tenant_id = $1 AND subscription_id = $2 ORDER BY id LIMIT $5)
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
