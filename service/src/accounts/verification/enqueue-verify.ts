import type { Transaction } from "../../db/database.ts";
import type { JobQueue } from "../../jobs/index.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Verification } from "./verification.ts";

export const verifyKind = "accounts.verify";

/** At most one job per account is queued: each run performs the next step that the review needs. */
export async function enqueueVerify(
  jobQueue: Pick<JobQueue, "enqueue">,
  tx: Transaction,
  { tenantId, network, accountId }: Pick<Verification, "tenantId" | "network" | "accountId">,
  runAt?: Instant,
): Promise<void> {
  await jobQueue.enqueue(tx, {
    kind: verifyKind,
    tenantId,
    network,
    payload: { account_id: accountId },
    dedupeKey: accountId,
    ...(runAt === undefined ? {} : { runAt }),
  });
}
