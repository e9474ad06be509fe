import { setTimeout as sleep } from "node:timers/promises";
import { auditChange } from "../audit/index.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type Difference,
  lastReconciliation,
  listDifferences,
  listDifferencesFor,
  type Reconciliation,
  reconcileKind,
  type ShownReconciliation,
} from "../tokens/index.ts";
import { queuesOf } from "./admin-deps.ts";
import type { AdminContext } from "./open-admin.ts";

const maxItems = 1_000;
const pollMs = 500;

/** Result of the last run; undefined if there was none. */
export async function findReconciliation(
  admin: Pick<AdminContext, "database" | "clock">,
): Promise<ShownReconciliation | undefined> {
  const run = await lastReconciliation(admin.database);
  return run && withDifferences(admin, run);
}

/** Requests a run from a worker node, because nodes have chain access, and waits for the result. */
export async function reconcile(
  admin: AdminContext,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<ShownReconciliation> {
  const requestedAt = admin.clock.now();
  await requestReconciliation(admin);
  while (admin.clock.now() - requestedAt < timeoutMs) {
    const run = await lastReconciliation(admin.database);
    if (run?.endedAt !== undefined && run.endedAt >= requestedAt) return withDifferences(admin, run);
    await sleep(pollMs);
  }
  const detail =
    `no reconciliation finished within ${timeoutMs / 1_000} s. It requires a running node with the role worker; a ` +
    "pending run continues; see its result with florin admin tokens reconciliation";
  throw new RefusalError(refuse("dependency_unavailable", detail));
}

export interface TokenDifferencesRequest {
  readonly network: Network;
  readonly valueType: string;
  /** The tenant whose addresses may be returned. */
  readonly tenantId: TenantId;
}

/** Result of the last run for one token, for its issuer and holders; undefined if there was none. */
export async function findTokenReconciliation(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  input: TokenDifferencesRequest,
): Promise<Pick<ShownReconciliation, "endedAt" | "differences" | "isComplete"> | undefined> {
  const run = await lastReconciliation(database);
  if (run === undefined) return undefined;
  const found = await listDifferencesFor(database, run.id, { ...input, limit: maxItems + 1 });
  return { endedAt: run.endedAt ?? clock.now(), ...firstOf(found) };
}

/** Requests a run without waiting for it; a node with the role `worker` executes it. */
export async function requestReconciliation(admin: AdminContext): Promise<void> {
  const { jobQueue } = queuesOf(admin);
  await admin.database.transaction(async (tx) => {
    await jobQueue.enqueue(tx, { kind: reconcileKind, payload: {}, dedupeKey: "operator" });
    await auditChange(admin, tx, {
      cause: admin.cause,
      action: "reconciliation.request",
      type: "job_kind",
      of: { tenantId: undefined, network: undefined, id: reconcileKind },
    });
  });
}

async function withDifferences(
  { database, clock }: Pick<AdminContext, "database" | "clock">,
  run: Reconciliation,
): Promise<ShownReconciliation> {
  const found = await listDifferences(database, run.id, maxItems + 1);
  return { ...run, endedAt: run.endedAt ?? clock.now(), ...firstOf(found) };
}

function firstOf(found: readonly Difference[]) {
  return { differences: found.slice(0, maxItems), isComplete: found.length <= maxItems };
}
