import { recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/engine/chain-work.ts";
import { type ClaimsDeps, setOffClaims } from "../claims/index.ts";
import type { Transaction } from "../db/database.ts";
import { together } from "../db/together.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal, type Refusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments } from "../payments/index.ts";
import { limitCandidateOf } from "./limits/transfer-limit.ts";
import { type CountedAmount, releaseLimits } from "./limits/usage.ts";
import { type TransferScope, updateTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { type TransferStep, withSentPayments } from "./transfer-step.ts";
import { auditOfChange, eventsOf } from "./transfer-update.ts";

export interface WriteStepsDeps extends ClaimsDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "findSent" | "moveToSuspense">;
}

export interface SaveStepsDeps extends WriteStepsDeps {
  readonly eventLog: EventLog;
}

/** What is written at the end of a transaction, once each, because all writers share the locks of both. */
export interface Conclusion {
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
}

export interface WrittenSteps extends Conclusion {
  readonly transfers: readonly Transfer[];
}

/** Writes transfers, chain operations, payment orders and audit entries; the caller writes the rest at the end. */
export async function writeSteps(
  deps: WriteStepsDeps,
  tx: Transaction,
  scope: TransferScope,
  decided: readonly TransferStep[],
  cause: Cause,
): Promise<WrittenSteps> {
  if (decided.length === 0) return { transfers: [], events: [], operations: [] };
  const steps = await findSentPayments(deps, tx, scope, decided);
  const transfers = steps.map(({ after }) => after);
  await updateTransfers(tx, scope.tenantId, transfers);
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
    transfers,
    events: steps.flatMap(eventsOf),
    operations: [...steps.flatMap(({ operations }) => operations), ...suspenseOperations],
  };
}

/** After a recovery, the bank may have a payment that a step orders: it keeps its id, so that it is not sent again. */
async function findSentPayments(
  { payments }: WriteStepsDeps,
  tx: Transaction,
  { network }: TransferScope,
  steps: readonly TransferStep[],
): Promise<readonly TransferStep[]> {
  const ids = steps.flatMap(({ begins }) => begins.orders.map(({ id }) => id));
  if (ids.length === 0) return steps;
  const sent = await payments.findSent(tx, network, ids);
  return sent.size === 0 ? steps : steps.map((step) => withSentPayments(step, sent));
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
  const refused = await conclude(deps, tx, scope, await writeSteps(deps, tx, scope, steps, cause));
  assert(refused === undefined, `the ledger must accept a completed step: ${refused?.refusal.detail}`);
}

export interface RefusedOperation {
  readonly refusal: Refusal;
  readonly operation: Operation;
}

/** Sends the events and the ledger operations together, the latter last. Returns what the ledger refused, if anything. */
export async function conclude(
  deps: Pick<SaveStepsDeps, "eventLog" | "clock">,
  tx: Transaction,
  scope: TransferScope,
  { events, operations }: Conclusion,
): Promise<RefusedOperation | undefined> {
  const appending = deps.eventLog.append(tx, scope, events);
  const [outcomes] = await together([recordOperations(deps, tx, scope, operations), appending]);
  for (const [index, refusal] of outcomes.entries()) {
    const operation = operations[index];
    if (isRefusal(refusal) && operation !== undefined) return { refusal, operation };
  }
  return undefined;
}
