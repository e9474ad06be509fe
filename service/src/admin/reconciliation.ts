import { setTimeout as sleep } from "node:timers/promises";
import { recordAudit } from "../audit/index.ts";
import { createJobQueue } from "../jobs/index.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { formatAmount } from "../kernel/money.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import {
  type Difference,
  isReconciling,
  lastReconciliation,
  listDifferences,
  listDifferencesFor,
  type Reconciliation,
  reconcileKind,
  tokenScale,
} from "../tokens/index.ts";
import type { AdminContext } from "./open-admin.ts";

/** The last comparison of chains and ledger, and where they differ. */
export interface ReconciliationView {
  readonly id: string;
  readonly started: string;
  readonly ended: string;
  readonly compared: number;
  readonly explained: number;
  readonly different: number;
  readonly unverified: number;
  readonly differences: readonly DifferenceView[];
  /** False when there are more than are listed. */
  readonly isComplete: boolean;
}

export interface DifferenceView {
  readonly network: Network;
  readonly chain: string;
  readonly valueType: string;
  /** Undefined for a supply. */
  readonly tenantId: string | undefined;
  readonly addressId: string | undefined;
  /** Undefined when the chain could not be asked. */
  readonly onChain: string | undefined;
  readonly inLedger: string;
  readonly cause: string;
}

const maxListed = 1_000;
const pollMs = 500;
/** Nobody else is told by this process: runners look for themselves. */
const noWakeUp = { nudge: () => {} };

/** What the last run has found; refused when there was none. */
export async function showReconciliation(admin: AdminContext): Promise<ReconciliationView> {
  const run = await lastReconciliation(admin.database);
  if (run === undefined) {
    throw new RefusalError(refuse("not_found", "chains and ledger were not compared yet"));
  }
  return view(admin, run);
}

/** Asks a node with the role `worker` for a run, because nodes know the chains, and waits for what it finds. */
export async function reconcile(
  admin: AdminContext,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<ReconciliationView> {
  const askedAt = admin.clock.now();
  await requestReconciliation(admin);
  while (admin.clock.now() - askedAt < timeoutMs) {
    const run = await lastReconciliation(admin.database);
    if (run?.endedAt !== undefined && run.endedAt >= askedAt) return view(admin, run);
    await sleep(pollMs);
  }
  const detail =
    `no comparison came to its end within ${timeoutMs / 1_000} s. It needs a running node with the role worker; one ` +
    "that is under way goes on, and florin tokens reconciliation shows it at its end";
  throw new RefusalError(refuse("dependency_unavailable", detail));
}

/** A comparison is under way now. */
export function isReconciliationUnderWay({ database }: Pick<AdminContext, "database">): Promise<boolean> {
  return isReconciling(database);
}

export interface TokenDifferencesRequest {
  readonly network: Network;
  readonly valueType: string;
  /** Whose addresses may be told of. */
  readonly tenantId: TenantId;
}

/** What the last run has found of one token, for those who issue or hold it; undefined when there was none. */
export async function showTokenReconciliation(
  admin: Pick<AdminContext, "database" | "clock">,
  wish: TokenDifferencesRequest,
): Promise<Pick<ReconciliationView, "ended" | "differences" | "isComplete"> | undefined> {
  const run = await lastReconciliation(admin.database);
  if (run === undefined) return undefined;
  const found = await listDifferencesFor(admin.database, run.id, { ...wish, limit: maxListed + 1 });
  return {
    ended: formatInstant(run.endedAt ?? admin.clock.now()),
    differences: found.slice(0, maxListed).map(viewDifference),
    isComplete: found.length <= maxListed,
  };
}

/** Asks for a run and does not wait: a node with the role `worker` does it. */
export async function requestReconciliation(admin: AdminContext): Promise<void> {
  const queue = createJobQueue({ clock: admin.clock, newId: admin.newId, wakeUp: noWakeUp });
  await admin.database.transaction(async (tx) => {
    await queue.enqueue(tx, { kind: reconcileKind, payload: {}, dedupeKey: "operator" });
    await recordAudit(admin, tx, { tenantId: undefined, network: undefined }, [
      {
        cause: admin.cause,
        action: "reconciliation.request",
        subject: { type: "job_kind", id: reconcileKind },
      },
    ]);
  });
}

async function view(admin: AdminContext, run: Reconciliation): Promise<ReconciliationView> {
  const { id, startedAt, endedAt, compared, explained, different, unverified } = run;
  const found = await listDifferences(admin.database, id, maxListed + 1);
  const ended: Instant = endedAt ?? admin.clock.now();
  return {
    id,
    started: formatInstant(startedAt),
    ended: formatInstant(ended),
    compared,
    explained,
    different,
    unverified,
    differences: found.slice(0, maxListed).map(viewDifference),
    isComplete: found.length <= maxListed,
  };
}

function viewDifference(difference: Difference): DifferenceView {
  const { network, chain, token, holder, chainUnits, ledgerUnits, cause } = difference;
  const amount = (units: bigint): string =>
    formatAmount({ units, asset: { code: token.valueType, scale: tokenScale } });
  return {
    network,
    chain,
    valueType: token.valueType,
    tenantId: holder?.tenantId,
    addressId: holder?.addressId,
    onChain: chainUnits === undefined ? undefined : amount(chainUnits),
    inLedger: amount(ledgerUnits),
    cause,
  };
}
