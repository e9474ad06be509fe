import type { Database } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { expire } from "./decide-approval.ts";
import type { ApprovalDeps } from "./request-approval.ts";
import { selectExpired } from "./store.ts";

const approvalsPerSweep = 1_000;

/** Ends the approvals that were not completed in time. */
export async function sweepApprovals(deps: ApprovalDeps & { readonly database: Database }): Promise<void> {
  const due = { expiresAt: deps.clock.now(), limit: approvalsPerSweep };
  for (const key of await selectExpired(deps.database, due)) {
    await deps.database.transaction((tx) => expire(deps, tx, key, systemCause("approvals.sweep")));
  }
}
