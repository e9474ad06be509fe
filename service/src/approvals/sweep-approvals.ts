import type { Database } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { expire } from "./decide-approval.ts";
import type { ApprovalDeps } from "./request-approval.ts";
import { selectExpired } from "./store.ts";

const approvalsPerSweep = 1_000;

/** Ends the approvals that were not completed in time. */
export async function sweepApprovals(deps: ApprovalDeps & { readonly database: Database }): Promise<void> {
  for (const key of await selectExpired(deps.database, deps.clock.now(), approvalsPerSweep)) {
    await deps.database.transaction((tx) => expire(deps, tx, key, systemCause("approvals.sweep")));
  }
}
