import type { Session } from "../../db/database.ts";
import { lazyCommit } from "../../db/lazy-commit.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { SubscriptionId } from "../subscriptions/subscription.ts";
import type { AttemptId } from "./queue-store.ts";

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
