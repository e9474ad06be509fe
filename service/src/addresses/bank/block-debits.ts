import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { NewEvent } from "../../events/index.ts";
import { type Cause, systemCause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import type { BankAddress } from "../address.ts";
import { updatedEvent } from "../address-event-types.ts";
import { type AddressScope, lockAddress, lockBlockedAddress, updateAddress } from "../store.ts";
import { confirmDetails, markNeedsUpdate } from "./store.ts";

export interface EndedAuthorization {
  readonly addressId: string;
  /** Return code, with its description. */
  readonly reason: { readonly code: string; readonly text: string };
}

const cause = systemCause("payments.bank");

/**
 * The bank returned a debit with a code that ends its authorization (Nacha): the address is not debited again until its
 * owner authorizes debits again. The address shows `needs_update`. Returns the events to publish.
 */
export async function blockDebits(
  deps: AuditDeps,
  tx: Transaction,
  scope: AddressScope,
  ended: readonly EndedAuthorization[],
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = [];
  // Always in the same order, because two transactions may lock the same addresses.
  for (const { addressId, reason } of ended.toSorted((a, b) => (a.addressId < b.addressId ? -1 : 1))) {
    const address = await lockAddress(tx, { ...scope, addressId });
    if (address?.medium !== "bank" || address.debitBlockCode !== undefined) continue;
    const after = await change(deps, tx, { address, code: reason.code, cause, reason: undefined });
    await markNeedsUpdate(tx, { ...scope, addressId });
    events.push(updatedEvent({ address: after, changed: [], needsUpdate: true, reason }));
  }
  return events;
}

/** An operator has received a new authorization. Otherwise the owner links or verifies the bank account again. */
export async function reauthorizeDebits(
  deps: AuditDeps,
  tx: Transaction,
  {
    addressId,
    reason,
    cause,
  }: { readonly addressId: string; readonly reason: string; readonly cause: Cause },
): Promise<BankAddress> {
  const address = await lockBlockedAddress(tx, addressId);
  if (address?.medium !== "bank")
    throw new RefusalError(refuse("not_found", "there is no address with this id whose debits are blocked"));
  const after = await change(deps, tx, { address, code: undefined, cause, reason });
  await confirmDetails(tx, { tenantId: address.tenantId, addressId });
  return after;
}

async function change(
  deps: AuditDeps,
  tx: Transaction,
  {
    address,
    code,
    cause,
    reason,
  }: {
    readonly address: BankAddress;
    readonly code: string | undefined;
    readonly cause: Cause;
    readonly reason: string | undefined;
  },
): Promise<BankAddress> {
  const after = { ...address, debitBlockCode: code, updatedAt: deps.clock.now() };
  await updateAddress(tx, after);
  await auditChange(deps, tx, {
    cause,
    action: code === undefined ? "address.reauthorize_debits" : "address.block_debits",
    of: address,
    before: { debit_block: address.debitBlockCode ?? null },
    after: { debit_block: code ?? null, reason },
  });
  return after;
}
