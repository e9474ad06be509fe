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

/** The last reconciliation of chains and ledger, with its differences. */
export interface ReconciliationView {
  readonly id: string;
  readonly started: string;
  readonly ended: string;
  readonly compared: number;
  readonly explained: number;
  readonly different: number;
  readonly unverified: number;
  readonly differences: readonly DifferenceView[];
  /** False if there are more differences than shown. */
  readonly isComplete: boolean;
}

export interface DifferenceView {
  readonly network: Network;
  readonly chain: string;
  readonly valueType: string;
  /** Undefined for a supply. */
  readonly tenantId: string | undefined;
  readonly addressId: string | undefined;
  /** Undefined if the chain was unreachable. */
  readonly onChain: string | undefined;
  readonly inLedger: string;
  readonly cause: string;
}

const maxItems = 1_000;
const pollMs = 500;
/** No wake-up: runners poll. */
const noWakeUp = { nudge: () => {} };

/** Result of the last run; throws if there was none. */
export async function showReconciliation(admin: AdminContext): Promise<ReconciliationView> {
  const run = await lastReconciliation(admin.database);
  if (run === undefined) {
    throw new RefusalError(refuse("not_found", "chains and ledger have not been reconciled yet"));
  }
  return view(admin, run);
}

/** Requests a run from a worker node, because nodes have chain access, and waits for the result. */
export async function reconcile(
  admin: AdminContext,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<ReconciliationView> {
  const requestedAt = admin.clock.now();
  await requestReconciliation(admin);
  while (admin.clock.now() - requestedAt < timeoutMs) {
    const run = await lastReconciliation(admin.database);
    if (run?.endedAt !== undefined && run.endedAt >= requestedAt) return view(admin, run);
    await sleep(pollMs);
  }
  const detail =
    `no reconciliation finished within ${timeoutMs / 1_000} s. It requires a running node with the role worker; a ` +
    "pending run continues; see its result with florin tokens reconciliation";
  throw new RefusalError(refuse("dependency_unavailable", detail));
}

/** True while a reconciliation is running. */
export function isReconciliationUnderWay({ database }: Pick<AdminContext, "database">): Promise<boolean> {
  return isReconciling(database);
}

export interface TokenDifferencesRequest {
  readonly network: Network;
  readonly valueType: string;
  /** The tenant whose addresses may be returned. */
  readonly tenantId: TenantId;
}

/** Result of the last run for one token, for its issuer and holders; undefined if there was none. */
export async function showTokenReconciliation(
  admin: Pick<AdminContext, "database" | "clock">,
  input: TokenDifferencesRequest,
): Promise<Pick<ReconciliationView, "ended" | "differences" | "isComplete"> | undefined> {
  const run = await lastReconciliation(admin.database);
  if (run === undefined) return undefined;
  const found = await listDifferencesFor(admin.database, run.id, { ...input, limit: maxItems + 1 });
  return {
    ended: formatInstant(run.endedAt ?? admin.clock.now()),
    differences: found.slice(0, maxItems).map(viewDifference),
    isComplete: found.length <= maxItems,
  };
}

/** Requests a run without waiting for it; a node with the role `worker` executes it. */
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
  const found = await listDifferences(admin.database, id, maxItems + 1);
  const ended: Instant = endedAt ?? admin.clock.now();
  return {
    id,
    started: formatInstant(startedAt),
    ended: formatInstant(ended),
    compared,
    explained,
    different,
    unverified,
    differences: found.slice(0, maxItems).map(viewDifference),
    isComplete: found.length <= maxItems,
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
