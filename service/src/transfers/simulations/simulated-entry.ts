import type { Transaction } from "../../db/database.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { PaymentId } from "../../payments/index.ts";
import type { SimulatedEntry } from "../../rails/bank-simulator.ts";
import type { BankWork } from "../../rails/bank-work.ts";
import { type BankRail, systemOf } from "../../rails/rail.ts";
import type { Transfer } from "../transfer.ts";

/** The entry of a transfer at the sandbox bank: its payout, or its debit. */
export interface TransferEntry {
  readonly entry: SimulatedEntry;
  readonly rail: BankRail;
}

/** What a transfer has at the bank now; refused where it has nothing there. */
export async function requireEntry(
  { bankWork }: { readonly bankWork: Pick<BankWork, "progress"> },
  tx: Transaction,
  transfer: Transfer,
): Promise<TransferEntry> {
  const ordered = orderOf(transfer);
  if (ordered === undefined) throw conflict("the transfer has ordered no payment at the bank");
  const progress = (await bankWork.progress(tx, [ordered.id])).get(ordered.id);
  const isThere = progress !== undefined && progress.state !== "queued" && progress.state !== "withdrawn";
  if (!isThere) throw conflict("the bank does not have the entry yet; advance its clock to the next window");
  return { entry: { id: ordered.id, traceNumber: progress.traceNumber }, rail: ordered.rail };
}

/** Refuses a rail on which such a thing cannot happen. */
export function requireSystem({ rail }: TransferEntry, system: ReturnType<typeof systemOf>): void {
  if (systemOf(rail) !== system) throw conflict(`the transfer's payment goes by ${rail}`);
}

function orderOf({
  source,
  destination,
}: Transfer): { readonly id: PaymentId; readonly rail: BankRail } | undefined {
  if (destination.medium === "bank" && destination.paymentId !== undefined)
    return { id: destination.paymentId, rail: destination.rail };
  if (source.medium === "bank" && source.rail !== "wire" && source.paymentId !== undefined)
    return { id: source.paymentId, rail: source.rail };
  return undefined;
}

export function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}
