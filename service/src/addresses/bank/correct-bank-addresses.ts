import { type AuditDeps, type AuditedFields, auditChange } from "../../audit/index.ts";
import { loadOrCreateServiceKey } from "../../auth/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { NewEvent } from "../../events/index.ts";
import { assert } from "../../kernel/assert.ts";
import { systemCause } from "../../kernel/cause.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { CorrectedAccount } from "../../rails/nacha/corrected-data.ts";
import type { BankAddress } from "../address.ts";
import { type CorrectableField, updatedEvent } from "../address-event-types.ts";
import { type AddressScope, lockAddress, updateAddress } from "../store.ts";
import { maskAccountNumber, readAccountNumber } from "./account-number.ts";
import { type BankDetails, loadBankDetails, numberIndexOf, sealDetails } from "./bank-details.ts";
import { readRoutingNumber } from "./routing-number.ts";
import { markNeedsUpdate, selectDetailsByNumber, updateDetails } from "./store.ts";

export interface CorrectBankAddressesDeps extends AuditDeps {
  readonly keyRing: KeyRing;
}

/** A notification of change for a payment to or from a bank address. */
export interface BankCorrection {
  readonly addressId: string;
  readonly paymentId: string;
  /** Change code, with its description. */
  readonly reason: { readonly code: string; readonly text: string };
  /** Undefined if it is not about account data, or if they are malformed. */
  readonly corrected: CorrectedAccount | undefined;
}

const cause = systemCause("payments.bank");

/**
 * Stores account data that receiving banks corrected, once: a repeated notification changes nothing. Nacha requires
 * them to be used from the next entry on. What cannot be stored must be checked by the owner: the address shows
 * `needs_update`. Returns the events to publish.
 */
export async function correctBankAddresses(
  deps: CorrectBankAddressesDeps,
  tx: Transaction,
  scope: AddressScope,
  corrections: readonly BankCorrection[],
): Promise<readonly NewEvent[]> {
  const events: NewEvent[] = [];
  // Always in the same order, because two transactions may lock the same addresses.
  for (const correction of corrections.toSorted((a, b) => (a.addressId < b.addressId ? -1 : 1))) {
    const address = await lockAddress(tx, { ...scope, addressId: correction.addressId });
    if (address?.medium !== "bank") continue;
    const before = (await loadBankDetails(deps, tx, [address])).get(address.id);
    assert(before !== undefined, "every bank address has details");
    const after = correctedDetails(before, correction.corrected);
    const isStored = after !== undefined && (await storeDetails(deps, tx, { address, before, after }));
    const changed = isStored ? changedFields(before, after) : [];
    const needsUpdate = !isStored || before.needsUpdate === true;
    if (isStored ? changed.length === 0 : before.needsUpdate === true) continue;
    if (!isStored) await markNeedsUpdate(tx, { ...scope, addressId: address.id });
    const updated = { ...address, updatedAt: deps.clock.now() };
    await updateAddress(tx, updated);
    await audit(deps, tx, { address, correction, before, after: isStored ? after : undefined });
    events.push(updatedEvent({ address: updated, changed, needsUpdate, reason: correction.reason }));
  }
  return events;
}

/** Undefined if there are no corrected data, or if they are no bank account. */
function correctedDetails(
  before: BankDetails,
  corrected: CorrectedAccount | undefined,
): BankDetails | undefined {
  if (corrected === undefined) return undefined;
  const { routingNumber, accountNumber, accountType } = { ...before, ...withoutUndefined(corrected) };
  const [routing, account] = [readRoutingNumber(routingNumber), readAccountNumber(accountNumber)];
  if (typeof routing !== "string" || typeof account !== "string") return undefined;
  return { ...before, routingNumber: routing, accountNumber: account, accountType };
}

function withoutUndefined(corrected: CorrectedAccount): Partial<BankDetails> {
  return Object.fromEntries(Object.entries(corrected).filter(([, value]) => value !== undefined));
}

interface Change {
  readonly address: BankAddress;
  readonly before: BankDetails;
  readonly after: BankDetails;
}

/** False if the account has the corrected bank account as another address. */
async function storeDetails(
  { keyRing }: CorrectBankAddressesDeps,
  tx: Transaction,
  { address, before, after }: Change,
): Promise<boolean> {
  if (changedFields(before, after).length === 0) return true;
  const { tenantId, id: addressId } = address;
  const indexKey = await loadOrCreateServiceKey(tx, keyRing, "bank-account-index");
  const numberIndex = numberIndexOf(indexKey, address, after);
  const present = await selectDetailsByNumber(tx, { tenantId, numberIndex });
  if (present !== undefined && present.addressId !== addressId) return false;
  const sealed = sealDetails(keyRing, after, { tenantId, addressId });
  await updateDetails(tx, { tenantId, addressId, sealed, numberIndex });
  return true;
}

function changedFields(before: BankDetails, after: BankDetails): readonly CorrectableField[] {
  return [
    ...(before.accountNumber === after.accountNumber ? [] : (["account_number"] as const)),
    ...(before.routingNumber === after.routingNumber ? [] : (["routing_number"] as const)),
    ...(before.accountType === after.accountType ? [] : (["account_type"] as const)),
  ];
}

interface Audited extends Pick<Change, "address" | "before"> {
  readonly correction: BankCorrection;
  readonly after: BankDetails | undefined;
}

async function audit(
  deps: CorrectBankAddressesDeps,
  tx: Transaction,
  { address, correction: { reason, paymentId }, before, after }: Audited,
): Promise<void> {
  const why = { reason: reason.code, payment_id: paymentId };
  await auditChange(deps, tx, {
    cause,
    action: after === undefined ? "address.need_update" : "address.correct",
    of: address,
    before: after && fieldsOf(before),
    after: { ...(after === undefined ? { needs_update: true } : fieldsOf(after)), ...why },
  });
}

function fieldsOf({ accountNumber, routingNumber, accountType }: BankDetails): AuditedFields {
  return {
    account_number: maskAccountNumber(accountNumber),
    routing_number: routingNumber,
    account_type: accountType,
  };
}
