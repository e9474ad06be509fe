import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { AutomationId, AutomationScope } from "./automation.ts";
import type { AutomationRun, Problem, RunOrigin } from "./automation-run.ts";
import { automationRuns } from "./tables.ts";

const insert = automationRuns.insertMany({
  of: ["tenantId", "network", "origin", "tries", "createdAt", "updatedAt"],
  onConflict: "(tenant_id, origin, origin_id) DO NOTHING",
});

/** A run with its transfer, or a waiting one. */
export type NewRun = Pick<AutomationRun, "originId" | "automationId" | "units" | "transferId">;

/** Existing runs are left unchanged. */
export async function insertRuns(
  tx: Transaction,
  scope: AutomationScope,
  {
    origin,
    runs,
    now,
  }: { readonly origin: RunOrigin; readonly runs: readonly NewRun[]; readonly now: Instant },
): Promise<void> {
  const rows = runs.map((run) => ({
    ...run,
    state: run.transferId === undefined ? ("waiting" as const) : ("forwarded" as const),
  }));
  // In one order everywhere, to avoid deadlocks.
  rows.sort((left, right) => (left.originId < right.originId ? -1 : 1));
  await insert(tx, { ...scope, origin, tries: 0, createdAt: now, updatedAt: now }, rows);
}

const key = ["tenantId", "origin", "originId", "network"] as const;
export const selectRun = automationRuns.one({ by: key });
export const lockRun = automationRuns.one({ by: key, lock: "UPDATE" });

const known = automationRuns.many({
  by: ["tenantId", "network", "originId[]"],
  columns: ["originId"],
  where: "origin = 'payment'",
});

/** Payments that already have a transfer. */
export async function selectForwardedPayments(
  session: Session,
  { tenantId, network }: AutomationScope,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await known(session, { tenantId, network, originId: paymentIds });
  return new Set(rows.map(({ originId }) => originId));
}

/** Ends a run: it has its transfer, or nothing is left to forward. */
export const settleRun = automationRuns.updateOne({
  by: ["tenantId", "origin", "originId"],
  set: ["state", "transferId", "updatedAt"],
  setText: "problem_code = NULL, problem_detail = NULL, problem_at = NULL, tries = tries + 1",
});

/** Stores a rejected attempt. */
export const keepProblem = automationRuns.updateOne({
  by: ["tenantId", "origin", "originId"],
  set: ["problemCode", "problemDetail", "problemAt", "updatedAt"],
  setText: "tries = tries + 1",
});

/** Waiting runs, oldest first. Index: automation_runs_waiting. */
export const selectWaitingRuns = automationRuns.many({
  by: ["tenantId", "automationId"],
  where: "state = 'waiting'",
  orderBy: ["originId"],
  limit: true,
});

// Index: automation_runs_waiting.
const problems = statement<Problem & { readonly automationId: AutomationId }>(`
  SELECT DISTINCT ON (automation_id) automation_id, problem_code AS code, problem_detail AS detail,
    problem_at AS occurred_at
  FROM automation_runs
  WHERE tenant_id = $1 AND automation_id = ANY ($2::text[]) AND state = 'waiting'
    AND problem_code IS NOT NULL AND problem_detail IS NOT NULL AND problem_at IS NOT NULL
  ORDER BY automation_id, problem_at DESC, origin_id DESC`);

/** The latest problem of each automation that has one. */
export async function selectProblems(
  session: Session,
  { tenantId }: AutomationScope,
  ids: readonly AutomationId[],
): Promise<ReadonlyMap<AutomationId, Problem>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(problems, [tenantId, ids]);
  return new Map(rows.map(({ automationId, ...problem }) => [automationId, problem]));
}
