import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Payments } from "../payments/index.ts";
import { requireTransfer, type TransferName } from "./read-transfers.ts";
import { type SaveStepsDeps, saveSteps } from "./save-steps.ts";
import { lockTransfers } from "./store.ts";
import type { Transfer } from "./transfer.ts";
import { stepOf } from "./transfer-step.ts";

export interface CancelTransferDeps extends SaveStepsDeps {
  readonly payments: Pick<Payments, "order" | "findSent" | "moveToSuspense" | "withdraw">;
}

/** Cancels a transfer, as long as none of it has been sent to a rail or a chain. */
export async function cancelTransfer(
  deps: CancelTransferDeps,
  tx: Transaction,
  { cause, ...name }: TransferName & { readonly cause: Cause },
): Promise<Transfer> {
  const found = await requireTransfer(tx, name);
  // Lock the payment before the transfer: the same order as for bank events.
  await withdrawDebit(deps, tx, found);
  const [transfer] = await lockTransfers(tx, found, [found.id]);
  assert(transfer !== undefined, "transfers are never deleted");
  // Released in the meantime: its debit was ordered after we read it, so we have not withdrawn it.
  if (transfer.state.step === "debit_pending" && found.state.step !== "debit_pending")
    throw changedMeanwhile();
  const step = stepOf(deps, transfer, { event: { type: "canceled" } });
  if (step === undefined) throw tooLate(transfer);
  await saveSteps(deps, tx, found, [step], cause);
  return step.after;
}

async function withdrawDebit(
  { payments }: CancelTransferDeps,
  tx: Transaction,
  transfer: Transfer,
): Promise<void> {
  const { source, state } = transfer;
  if (state.step !== "debit_pending" || source.medium !== "bank" || source.paymentId === undefined) return;
  const isWithdrawn = await payments.withdraw(tx, transfer, source.paymentId);
  if (!isWithdrawn) throw tooLate(transfer);
}

function tooLate({ state }: Transfer): RefusalError {
  const why = state.status === "pending" ? "it has been sent to a rail or a chain" : `it is ${state.status}`;
  return new RefusalError(refuse("conflict", `the transfer can no longer be canceled: ${why}`));
}

function changedMeanwhile(): RefusalError {
  return new RefusalError(refuse("conflict", "the transfer has just changed; try again"));
}
