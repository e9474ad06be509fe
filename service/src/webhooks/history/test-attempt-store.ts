import type { Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MadeAttempt } from "./attempt-summary.ts";

/** A test is never queued: it is recorded directly as a completed attempt. */
export async function insertTestAttempt(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  attempt: MadeAttempt,
  endedAt: Instant,
): Promise<void> {
  await tx.run(insert, [
    tenantId,
    network,
    attempt.subscriptionId,
    attempt.id,
    attempt.eventId,
    attempt.eventType,
    attempt.attemptNumber,
    attempt.status,
    attempt.statusCode ?? null,
    attempt.failureMessage ?? null,
    attempt.requestUrl,
    attempt.durationMs,
    attempt.excerpt ?? null,
    formatInstant(attempt.insertedAt),
    formatInstant(endedAt),
  ]);
}

const insert = statement(`
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, status_code, failure_message, request_url, duration_ms, response_excerpt,
                                inserted_at, ended_at)
  VALUES ($1, $2, $3, $4, $5, $6, 'test', $7, $8, $9, $10, $11, $12, $13, $14::timestamptz, $15::timestamptz)`);
