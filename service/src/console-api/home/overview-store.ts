import { waitingReviews } from "../../accounts/index.ts";
import { stuckWorkQueue } from "../../chains/status-store.ts";
import { openClaimQueue } from "../../claims/index.ts";
import type { Session } from "../../db/database.ts";
import type { Queue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import { deadJobQueue } from "../../jobs/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import { exceededRateQueue, suspenseQueue } from "../../payments/index.ts";
import { quarantineQueue } from "../../rails/engine/file-store.ts";
import { openItemQueue } from "../../rails/engine/item-store.ts";
import { failedFreezeQueue, heldDepositQueue } from "../../tokens/index.ts";
import { failedRefundQueue, heldTransferQueue } from "../../transfers/index.ts";
import { failingEndpointQueue } from "../../webhooks/index.ts";

/** Queues that need operator attention. */
const queues = {
  reviews: waitingReviews,
  held_transfers: heldTransferQueue,
  held_deposits: heldDepositQueue,
  refund_failed: failedRefundQueue,
  suspense: suspenseQueue,
  open_claims: openClaimQueue,
  return_rates: exceededRateQueue,
  dead_jobs: deadJobQueue,
  quarantined_files: quarantineQueue,
  bank_items: openItemQueue,
  failing_webhooks: failingEndpointQueue,
  stuck_chain_work: stuckWorkQueue,
  failed_freezes: failedFreezeQueue,
} as const;
export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as readonly QueueName[];

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

const waiting = ({ from, where, orderBy, since, cents }: Queue): string => `
  SELECT network, ${since ?? "NULL::timestamptz"} AS since, ${cents ?? "NULL::numeric"} AS cents
    FROM ${from.name} WHERE ${where} ${orderBy === undefined ? "" : `ORDER BY ${orderBy}`} LIMIT $1`;

const counts = statement<QueueCount>(
  queueNames
    .map(
      (name) => `
  SELECT '${name}' AS name, network, count(*)::int AS count, min(since) AS oldest_at, sum(cents) AS cents
    FROM (${waiting(queues[name])}) AS waiting GROUP BY network`,
    )
    .join(" UNION ALL "),
);
