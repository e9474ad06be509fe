import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";

/** For metrics: endpoint queues that are behind, and paused ones. */
export interface QueuesLoad {
  readonly ready: number;
  readonly held: number;
  readonly paused: number;
  readonly failing: number;
  /** Since when the longest waiting queue has been ready. */
  readonly oldestReadyAt: Instant | undefined;
}

export async function measureQueues(session: Session, now: Instant): Promise<QueuesLoad> {
  const row = await session.first<Omit<QueuesLoad, "oldestReadyAt"> & { readonly oldest: Instant | null }>(
    measureStatement,
    [now],
  );
  const { oldest = null, ready = 0, held = 0, paused = 0, failing = 0 } = row ?? {};
  return { ready, held, paused, failing, oldestReadyAt: oldest ?? undefined };
}

const measureStatement = statement(`
  SELECT count(*) FILTER (WHERE holder IS NULL AND ready_at <= at.now)::integer AS ready,
         count(*) FILTER (WHERE holder IS NOT NULL)::integer AS held,
         count(*) FILTER (WHERE paused_until > at.now)::integer AS paused,
         count(*) FILTER (WHERE failing_since IS NOT NULL)::integer AS failing,
         min(ready_at) FILTER (WHERE holder IS NULL AND ready_at <= at.now) AS oldest
    FROM webhook_endpoint_queues CROSS JOIN (SELECT to_timestamp($1::double precision / 1000) AS now) AS at`);
