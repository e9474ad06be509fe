import { recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import { type ClaimsDeps, setOffClaims } from "../claims/index.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments } from "../payments/index.ts";
import { releaseLimits } from "./limits/release-limits.ts";
import { limitCandidateOf } from "./limits/transfer-limit.ts";
import type { CountedAmount } from "./limits/usage.ts";
import { type TransferScope, updateTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import type { TransferStep } from "./transfer-step.ts";
import { auditOfChange, eventsOf } from "./transfer-update.ts";

export interface WriteStepsDeps extends ClaimsDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "moveToSuspense">;
}

export interface SaveStepsDeps extends WriteStepsDeps {
  readonly eventLog: EventLog;
}

/** What is written at the end of a transaction: events, then ledger operations, once each. */
export interface Conclusion {
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
}

/** Writes transfers, chain operations, payment orders and audit entries; the caller writes the rest at the end. */
export async function writeSteps(
  deps: WriteStepsDeps,
  tx: Transaction,
  scope: TransferScope,
  steps: readonly TransferStep[],
  cause: Cause,
): Promise<Conclusion> {
  if (steps.length === 0) return { events: [], operations: [] };
  await updateTransfers(
    tx,
    scope.tenantId,
    steps.map(({ after }) => after),
  );
  await releaseLimits(
    deps,
    tx,
    scope.tenantId,
    steps.filter(isUndone).map(({ after }) => countedOf(after)),
  );
  const works = steps.flatMap(({ begins }) => begins.works);
  if (works.length > 0) await deps.chainWork.enqueue(tx, works);
  const orders = steps.flatMap(({ begins }) => begins.orders);
  if (orders.length > 0) await deps.payments.order(tx, orders);
  const unused = steps.flatMap(({ movedToSuspense: paymentId, after }) =>
    paymentId === undefined ? [] : [{ paymentId, why: `transfer ${after.id} could not be completed` }],
  );
  const suspenseOperations = unused.length > 0 ? await deps.payments.moveToSuspense(tx, scope, unused) : [];
  if (suspenseOperations.length > 0)
    await setOffClaims(deps, tx, scope, { paymentIds: unused.map(({ paymentId }) => paymentId), cause });
  await recordAudit(
    deps,
    tx,
    scope,
    steps.map((step) => auditOfChange(step, cause)),
  );
  return {
    events: steps.flatMap(eventsOf),
    operations: [...steps.flatMap(({ operations }) => operations), ...suspenseOperations],
  };
}

function isUndone({ before, after }: TransferStep): boolean {
  return counts(before) && !counts(after);
}

function counts({ state: { status } }: Transfer): boolean {
  return status !== "failed" && status !== "canceled";
}

function countedOf(transfer: Transfer): CountedAmount {
  return { ...limitCandidateOf(transfer), createdAt: transfer.createdAt };
}

/** Writes everything, in a transaction of its own. */
export async function saveSteps(
  deps: SaveStepsDeps,
  tx: Transaction,
  scope: TransferScope,
  steps: readonly TransferStep[],
  cause: Cause,
): Promise<void> {
  const { events, operations } = await writeSteps(deps, tx, scope, steps, cause);
  await deps.eventLog.append(tx, scope, events);
  const outcomes = await recordOperations(deps, tx, scope, operations);
  const refused = outcomes.find(isRefusal);
  assert(refused === undefined, `the ledger must accept a completed step: ${refused?.detail}`);
}
