import { auditChange } from "../audit/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { conclude, type SaveStepsDeps, writeSteps } from "./save-steps.ts";
import { lockTransfers, selectAnyTransfer } from "./store.ts";
import type { Resource, Transfer } from "./transfer.ts";
import { type StepUpdate, stepOf } from "./transfer-step.ts";

export interface DecideDeps extends SaveStepsDeps {
  readonly database: Database;
}

export interface Decision {
  readonly id: string;
  /** A transfer by default. */
  readonly resources?: readonly Resource[];
  readonly cause: Cause;
  /** The reviewer's reason, recorded in the audit log. */
  readonly reason?: string;
  /** Called with the transfer locked: false leaves it unchanged. Anything it writes commits with the decision. */
  readonly confirm?: (tx: Transaction, transfer: Transfer) => Promise<boolean>;
}

/** A reviewer releases a held transfer after a sanctions match. */
export function releaseTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  return decide(deps, decision, () => ({ event: { type: "released" } }), {
    action: "transfer.release",
    otherwise: "is not held",
  });
}

/** A reviewer rejects a held transfer. */
export function rejectTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  const failed = (): StepUpdate => {
    const occurredAt = deps.clock.now();
    return {
      event: {
        type: "rejected",
        failure: { type: "compliance_rejected", occurredAt, code: undefined, reason: undefined },
      },
    };
  };
  return decide(deps, decision, failed, { action: "transfer.reject", otherwise: "is not held" });
}

/** Retries a failed refund of tokens. */
export function refundTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  return decide(deps, decision, () => ({ event: { type: "retry_refund" } }), {
    action: "transfer.retry_refund",
    otherwise: "has no failed refund",
  });
}

interface DecisionMessages {
  readonly action: string;
  /** Error detail if the decision does not apply to the transfer. */
  readonly otherwise: string;
}

async function decide(
  deps: DecideDeps,
  decision: Decision,
  updateOf: () => StepUpdate,
  { action, otherwise }: DecisionMessages,
): Promise<Transfer> {
  const { id, cause } = decision;
  return deps.database.transaction(async (tx) => {
    const found = await selectAnyTransfer(tx, id, { resources: decision.resources });
    if (found === undefined) throw new RefusalError(refuse("not_found", "there is no transfer with this id"));
    await tx.watchFacts(found.tenantId);
    const [transfer] = await lockTransfers(tx, found, [id]);
    assert(transfer !== undefined, "transfers are never deleted");
    const step = stepOf(deps, transfer, updateOf());
    if (step === undefined) throw new RefusalError(refuse("conflict", `the transfer ${otherwise}`));
    if (decision.confirm !== undefined && !(await decision.confirm(tx, transfer))) return transfer;
    const { transfers, ...conclusion } = await writeSteps(deps, tx, found, [step], cause);
    await recordReason(deps, tx, transfer, { ...decision, action });
    // The treasury may no longer have the tokens: then roll back and return the ledger's refusal.
    const refused = await conclude(deps, tx, found, conclusion);
    if (refused !== undefined) throw new RefusalError(refused.refusal);
    return transfers[0] ?? step.after;
  });
}

/** In addition to the entry of the step itself: both say who decided, only this one says why. */
async function recordReason(
  deps: DecideDeps,
  tx: Transaction,
  of: Transfer,
  { cause, reason, action }: Decision & Pick<DecisionMessages, "action">,
): Promise<void> {
  if (reason === undefined) return;
  await auditChange(deps, tx, { cause, action, of, after: { reason } });
}
