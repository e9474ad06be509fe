import type { Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PaymentId } from "../../payments/index.ts";
import type { SimulatedEntry } from "../../rails/bank-simulator.ts";
import type { BankWork } from "../../rails/bank-work.ts";
import { type BankRail, isDebit, systemOf } from "../../rails/rail.ts";
import type { Transfer } from "../transfer.ts";

/** The bank entry of a transfer at the sandbox bank: its payout or its debit. */
export interface TransferEntry {
  readonly entry: SimulatedEntry;
  readonly rail: BankRail;
}

/** The current bank entry of a transfer; throws a conflict if there is none. */
export async function requireEntry(
  { bankWork }: { readonly bankWork: Pick<BankWork, "progress"> },
  tx: Transaction,
  transfer: Transfer,
): Promise<TransferEntry> {
  const ordered = orderOf(transfer);
  if (ordered === undefined) {
    if (transfer.state.status === "pending" && willOrder(transfer))
      throw tooEarly("the transfer has no payment at the bank yet");
    throw conflict("the transfer has no payment at the bank");
  }
  const progress = (await bankWork.progress(tx, transfer.tenantId, [ordered.id])).get(ordered.id);
  if (progress === undefined || progress.state === "queued")
    throw tooEarly(
      "the bank has not received the entry yet; try again, or advance its clock to the next window",
    );
  if (progress.state === "withdrawn") throw conflict("the entry was withdrawn before the bank received it");
  return { entry: { id: ordered.id, traceNumber: progress.traceNumber }, rail: ordered.rail };
}

/** Throws a conflict if the rail does not support this simulation. */
export function requireSystem({ rail }: TransferEntry, system: ReturnType<typeof systemOf>): void {
  if (systemOf(rail) !== system) throw conflict(`the transfer's payment uses ${rail}`);
}

function willOrder({ source, destination }: Transfer): boolean {
  return destination.medium === "bank" || (source.medium === "bank" && isDebit(source.rail));
}

function orderOf({
  source,
  destination,
}: Transfer): { readonly id: PaymentId; readonly rail: BankRail } | undefined {
  if (destination.medium === "bank" && destination.paymentId !== undefined)
    return { id: destination.paymentId, rail: destination.rail };
  if (source.medium === "bank" && isDebit(source.rail) && source.paymentId !== undefined)
    return { id: source.paymentId, rail: source.rail };
  return undefined;
}

/** The same request works as soon as the entry is in a file. */
function tooEarly(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail, { retryAfterSeconds: 1 }));
}

export function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}
