import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { NewEvent } from "../../events/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { isDebit, systemOf } from "../../rails/rail.ts";
import type { BankAddress } from "../address.ts";
import { updatedEvent } from "../address-event-types.ts";
import { type AddressScope, lockAddress, updateAddress } from "../store.ts";
import type { BankDetails } from "./bank-details.ts";
import { markNeedsUpdate } from "./store.ts";

export interface NewPrenote {
  readonly address: BankAddress;
  readonly details: BankDetails;
  readonly direction: "credit" | "debit";
}

/** Port: sends a prenote for a new bank address, in the transaction that adds it. */
export type SendPrenote = (tx: Transaction, prenote: NewPrenote) => Promise<void>;

/**
 * The direction of a prenote for a new bank address: that of its debits if it has any. Undefined without ACH rails, and
 * for an account that micro deposits test anyway.
 */
export function prenoteDirection({
  transferTypes,
  verification,
}: Pick<BankAddress, "transferTypes" | "verification">): NewPrenote["direction"] | undefined {
  const rails = transferTypes.filter((rail) => systemOf(rail) === "ach");
  if (rails.length === 0 || verification === "pending") return undefined;
  return rails.some(isDebit) ? "debit" : "credit";
}

/** An address that gets its first ACH rail needs a prenote, as a new one does. */
export function startPrenote(
  { sendPrenote }: { readonly sendPrenote?: SendPrenote | undefined },
  before: BankAddress,
  after: BankAddress,
): { readonly after: BankAddress; send(tx: Transaction, details: BankDetails): Promise<void> } {
  const isFirst =
    before.prenote === undefined && !before.transferTypes.some((rail) => systemOf(rail) === "ach");
  const direction = sendPrenote && isFirst ? prenoteDirection(after) : undefined;
  if (direction === undefined) return { after, send: async () => undefined };
  const address: BankAddress = { ...after, prenote: "pending" };
  return { after: address, send: async (tx, details) => sendPrenote?.(tx, { address, details, direction }) };
}

export interface PrenoteOutcome {
  readonly addressId: string;
  readonly entryId: string;
  /** Why it was returned or rejected; undefined if it was accepted. */
  readonly reason: { readonly code: string; readonly text: string } | undefined;
}

const cause = systemCause("payments.bank");

/** Ends prenotes: an accepted one allows ACH payments, a returned one must be checked by the owner. Returns the events. */
export async function endPrenotes(
  deps: AuditDeps,
  tx: Transaction,
  scope: AddressScope,
  outcomes: readonly PrenoteOutcome[],
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = [];
  // Always in the same order, because two transactions may lock the same addresses.
  for (const outcome of outcomes.toSorted((a, b) => (a.addressId < b.addressId ? -1 : 1))) {
    const address = await lockAddress(tx, { ...scope, addressId: outcome.addressId });
    if (address?.medium !== "bank" || !isOpen(address, outcome)) continue;
    const { reason, entryId } = outcome;
    const prenote = reason === undefined ? "accepted" : "returned";
    // An accepted prenote changes nothing that would have to cool off again.
    const updatedAt = reason === undefined ? address.updatedAt : deps.clock.now();
    const after = { ...address, prenote, updatedAt } as const;
    await updateAddress(tx, after);
    await auditChange(deps, tx, {
      cause,
      action: "address.end_prenote",
      of: address,
      before: { prenote: address.prenote ?? null },
      after: { prenote, bank_entry_id: entryId, ...(reason && { reason: reason.code }) },
    });
    if (reason === undefined) continue;
    await markNeedsUpdate(tx, { ...scope, addressId: address.id });
    events.push(updatedEvent({ address: after, changed: [], needsUpdate: true, reason }));
  }
  return events;
}

/** A late return counts even if the prenote was accepted. */
function isOpen({ prenote }: BankAddress, outcome: PrenoteOutcome): boolean {
  if (prenote === undefined) return false;
  return outcome.reason === undefined ? prenote === "pending" : prenote !== "returned";
}
