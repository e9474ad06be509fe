import type { Transaction } from "../db/database.ts";
import type { JobQueue } from "../jobs/index.ts";
import type { Instant } from "../kernel/instant.ts";
import type { AutomationScope } from "./automation.ts";

export const forwardKind = "automations.forward";

/** Schedules the forwarding of deposits, one job each. Idempotent. */
export async function enqueueForwarding(
  { jobQueue }: { readonly jobQueue: Pick<JobQueue, "enqueueAll"> },
  tx: Transaction,
  { tenantId, network }: AutomationScope,
  { depositIds, runAt }: { readonly depositIds: readonly string[]; readonly runAt: Instant },
): Promise<void> {
  const jobs = depositIds.map((id) => {
    const payload = { deposit_id: id };
    return { kind: forwardKind, tenantId, network, payload, runAt, dedupeKey: id };
  });
  await jobQueue.enqueueAll(tx, jobs);
}
