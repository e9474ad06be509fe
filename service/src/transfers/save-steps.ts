import { type AuditDeps, recordAudit } from "../audit/index.ts";
import type { ChainWork } from "../chains/work/chain-work.ts";
import type { Transaction } from "../db/database.ts";
import type { EventLog, NewEvent } from "../events/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { type Operation, recordOperations } from "../ledger/index.ts";
import type { Payments } from "../payments/index.ts";
import { type TransferScope, updateTransfers } from "./store.ts";
import { auditOfChange, eventsOf } from "./transfer-news.ts";
import type { TransferStep } from "./transfer-step.ts";

export interface WriteStepsDeps extends AuditDeps {
  readonly chainWork: Pick<ChainWork, "enqueue">;
  readonly payments: Pick<Payments, "order" | "surrender">;
}

export interface SaveStepsDeps extends WriteStepsDeps {
  readonly eventLog: EventLog;
}

/** What is left to do at the end of a transaction: events and the ledger, in this order and once. */
export interface Conclusion {
  readonly events: readonly NewEvent[];
  readonly operations: readonly Operation[];
}

/** The transfers, what begins outside, and who did it; the rest is for the end of the transaction. */
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
  const works = steps.flatMap(({ begins }) => begins.works);
  if (works.length > 0) await deps.chainWork.enqueue(tx, works);
  const orders = steps.flatMap(({ begins }) => begins.orders);
  if (orders.length > 0) await deps.payments.order(tx, orders);
  const surrendered = steps.flatMap(({ surrendered: paymentId, after }) =>
    paymentId === undefined ? [] : [{ paymentId, why: `transfer ${after.id} could not be done` }],
  );
  const more = surrendered.length > 0 ? await deps.payments.surrender(tx, scope, surrendered) : [];
  await recordAudit(
    deps,
    tx,
    scope,
    steps.map((step) => auditOfChange(step, cause)),
  );
  return {
    events: steps.flatMap(eventsOf),
    operations: [...steps.flatMap(({ operations }) => operations), ...more],
  };
}

/** All of it, in a transaction that has nothing else to say. */
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
  assert(refused === undefined, `the ledger takes what has happened: ${refused?.detail}`);
}
