import { recordAudit } from "../audit/index.ts";
import type { Database, Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { isRefusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { recordOperations } from "../ledger/index.ts";
import { type SaveStepsDeps, writeSteps } from "./save-steps.ts";
import { lockTransfers, selectAnyTransfer } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { type StepNews, stepOf } from "./transfer-step.ts";

export interface DecideDeps extends SaveStepsDeps {
  readonly database: Database;
}

export interface Decision {
  readonly id: string;
  readonly cause: Cause;
  /** Why, in the words of the person who decides; kept in the audit log. */
  readonly reason?: string;
  /** Asked while nobody else can decide: false leaves everything as it is. What it writes commits with the decision. */
  readonly confirm?: (tx: Transaction, transfer: Transfer) => Promise<boolean>;
}

/** A person has looked at a transfer that the sanctions list holds, and lets it go on. */
export function releaseTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  return decide(deps, decision, () => ({ event: { type: "released" } }), {
    action: "transfer.release",
    otherwise: "is not held",
  });
}

/** A person has looked at it, and it is not done. */
export function rejectTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  const failed = (): StepNews => {
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

/** Tries again to give back the tokens of a failed transfer that could not be given back before. */
export function restoreTransfer(deps: DecideDeps, decision: Decision): Promise<Transfer> {
  return decide(deps, decision, () => ({ event: { type: "restore_again" } }), {
    action: "transfer.restore",
    otherwise: "has nothing to give back",
  });
}

interface DecisionWords {
  readonly action: string;
  /** What is said of a transfer on which there is nothing to decide. */
  readonly otherwise: string;
}

async function decide(
  deps: DecideDeps,
  decision: Decision,
  newsOf: () => StepNews,
  { action, otherwise }: DecisionWords,
): Promise<Transfer> {
  const { id, cause } = decision;
  return deps.database.transaction(async (tx) => {
    const found = await selectAnyTransfer(tx, id);
    if (found === undefined) throw new RefusalError(refuse("not_found", "there is no such transfer"));
    const [transfer] = await lockTransfers(tx, found, [id]);
    assert(transfer !== undefined, "a transfer does not go away");
    const step = stepOf(deps, transfer, newsOf());
    if (step === undefined) throw new RefusalError(refuse("conflict", `the transfer ${otherwise}`));
    if (decision.confirm !== undefined && !(await decision.confirm(tx, transfer))) return transfer;
    const { events, operations } = await writeSteps(deps, tx, found, [step], cause);
    await recordReason(deps, tx, transfer, { ...decision, action });
    await deps.eventLog.append(tx, found, events);
    // The treasury may not have the tokens any more: then nothing has happened, and it is said why.
    const refused = (await recordOperations(deps, tx, found, operations)).find(isRefusal);
    if (refused !== undefined) throw new RefusalError(refused);
    return step.after;
  });
}

/** Beside the entry that tells the step: who decided is in both, why only here. */
async function recordReason(
  deps: DecideDeps,
  tx: Transaction,
  { id, tenantId, network, accountId }: Transfer,
  { cause, reason, action }: Decision & Pick<DecisionWords, "action">,
): Promise<void> {
  if (reason === undefined) return;
  const subject = { type: "transfer", id };
  await recordAudit(deps, tx, { tenantId, network }, [
    { cause, action, subject, accountId, after: { reason } },
  ]);
}
