import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";

/** Queues that need operator attention. */
export const queueNames = [
  "reviews",
  "held_transfers",
  "held_deposits",
  "refund_failed",
  "suspense",
  "open_claims",
  "return_rates",
  "dead_jobs",
  "quarantined_files",
  "bank_items",
  "failing_webhooks",
  "stuck_chain_work",
  "failed_freezes",
] as const;
export type QueueName = (typeof queueNames)[number];

export interface QueueCount {
  readonly name: QueueName;
  /** Null for platform work, which belongs to no network. */
  readonly network: string | undefined;
  readonly count: number;
  readonly oldestAt: Instant | undefined;
  /** Sum of the counted items; undefined for items without an amount in dollars. */
  readonly cents: bigint | undefined;
}

/** Each queue is counted up to the limit, oldest rows first if its index is ordered by age. */
export function selectQueueCounts(session: Session, limit: number): Promise<readonly QueueCount[]> {
  return session.rows(counts, [limit]);
}

/** Each reads a partial index that contains only pending rows. */
const queues: Readonly<Record<QueueName, string>> = {
  reviews: `SELECT network, waiting_since AS since, NULL::numeric AS cents FROM verifications WHERE waiting_since IS NOT NULL
    ORDER BY waiting_since LIMIT $1`,
  held_transfers: `SELECT network, created_at AS since, cents FROM transfers WHERE step = 'held' ORDER BY id LIMIT $1`,
  held_deposits: `SELECT network, created_at AS since, NULL::numeric AS cents FROM token_deposits WHERE status = 'held' ORDER BY id LIMIT $1`,
  refund_failed: `SELECT network, updated_at AS since, cents FROM transfers WHERE step = 'refund_failed' ORDER BY id LIMIT $1`,
  suspense: `SELECT network, held_since AS since, amount_cents AS cents FROM payments WHERE held_reason IS NOT NULL ORDER BY id LIMIT $1`,
  open_claims: `SELECT network, opened_at AS since, remaining_cents AS cents FROM claims WHERE status = 'open' LIMIT $1`,
  return_rates: `SELECT network, NULL::timestamptz AS since, NULL::numeric AS cents FROM ach_return_rates WHERE exceeded <> '{}' LIMIT $1`,
  dead_jobs: `SELECT network, died_at AS since, NULL::numeric AS cents FROM dead_jobs WHERE discarded_at IS NULL ORDER BY id LIMIT $1`,
  quarantined_files: `SELECT network, created_at AS since, NULL::numeric AS cents FROM bank_files WHERE state = 'quarantined' LIMIT $1`,
  bank_items: `SELECT network, created_at AS since, amount_cents AS cents FROM bank_items WHERE state = 'open' ORDER BY id LIMIT $1`,
  failing_webhooks: `SELECT network, failing_since AS since, NULL::numeric AS cents FROM webhook_endpoint_queues WHERE failing_since IS NOT NULL
    ORDER BY failing_since LIMIT $1`,
  stuck_chain_work: `SELECT network, created_at AS since, NULL::numeric AS cents FROM chain_work
    WHERE state NOT IN ('done', 'failed')
      AND (refused_at IS NOT NULL OR created_at < clock_timestamp() - interval '15 minutes') LIMIT $1`,
  failed_freezes: `SELECT network, updated_at AS since, NULL::numeric AS cents FROM token_freezes
    WHERE status = 'frozen' AND failure_reason IS NOT NULL LIMIT $1`,
};

// Indexes: verifications_waiting, transfers_needing_action, token_deposits_held, payments_held,
// dead_jobs_undecided, bank_files_quarantined, bank_items_open, webhook_endpoint_queues_failing,
// chain_work_unsettled. Freezes have none: there are few.
const counts = statement<QueueCount>(
  queueNames
    .map(
      (name) => `
  SELECT '${name}' AS name, network, count(*)::int AS count, min(since) AS oldest_at, sum(cents) AS cents
    FROM (${queues[name]}) AS waiting GROUP BY network`,
    )
    .join(" UNION ALL "),
);
