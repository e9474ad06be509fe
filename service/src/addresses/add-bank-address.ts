import type { AuditDeps } from "../audit/index.ts";
import type { Transaction } from "../db/database.ts";
import { assert } from "../kernel/assert.ts";
import type { Cause } from "../kernel/cause.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import { orThrow, RefusalError } from "../kernel/refusal.ts";
import type { BankAddress } from "./address.ts";
import { auditAddress } from "./address-audit.ts";
import { alreadyThere } from "./already-there.ts";
import { maskAccountNumber } from "./bank/account-number.ts";
import { type BankDetails, numberIndexOf, sealDetails } from "./bank/bank-details.ts";
import { readCreditRail } from "./bank/credit-rail.ts";
import { prenoteDirection, type SendPrenote } from "./bank/prenotes.ts";
import { type ReadBankAccount, readBankAccount } from "./bank/read-bank-account.ts";
import { insertDetails, selectDetailsByNumber } from "./bank/store.ts";
import type { BankVariant } from "./external-variant.ts";
import { findAddress } from "./find-address.ts";
import { type AccountScope, insertAddress } from "./store.ts";
import type { TransferType } from "./transfer-type.ts";

export interface AddBankAddressDeps extends AuditDeps {
  readonly keyRing: KeyRing;
  /** Key of the blind index that finds equal bank accounts. */
  readonly bankIndexKey: Buffer;
  /** Undefined if no prenotes are sent. */
  readonly sendPrenote?: SendPrenote | undefined;
}

export interface NewBankAddress {
  readonly scope: AccountScope;
  readonly cause: Cause;
  readonly request: BankVariant;
  readonly transferTypes: readonly TransferType[];
}

/** Adds a bank account that can be paid. Its details are sealed, and an account can have it only once. */
export async function addBankAddress(
  deps: AddBankAddressDeps,
  tx: Transaction,
  { scope, cause, request, transferTypes }: NewBankAddress,
): Promise<BankAddress> {
  const input = orThrow(readBankAccount(request, { transferTypes, readRail: readCreditRail }));
  return insertBankAddress(deps, tx, { ...input, scope, cause, verification: undefined });
}

export interface ReadBankAddress extends ReadBankAccount, Pick<BankAddress, "verification"> {
  readonly scope: AccountScope;
  readonly cause: Cause;
}

/** Adds an already parsed bank account. A duplicate is a conflict. */
export async function insertBankAddress(
  deps: AddBankAddressDeps,
  tx: Transaction,
  { scope, cause, name, ownership, transferTypes, details, verification }: ReadBankAddress,
): Promise<BankAddress> {
  const now = deps.clock.now();
  const direction = deps.sendPrenote && prenoteDirection({ transferTypes, verification });
  const address: BankAddress = {
    kind: "external",
    medium: "bank",
    debitBlockCode: undefined,
    prenote: direction === undefined ? undefined : "pending",
    id: deps.newId<"address">(),
    ...scope,
    name,
    ownership,
    status: "active",
    transferTypes,
    verification,
    createdAt: now,
    updatedAt: now,
  };
  await insertAddress(tx, address);
  await saveDetails(deps, tx, address, details);
  if (direction !== undefined) await deps.sendPrenote?.(tx, { address, details, direction });
  const { accountNumber, holderType } = details;
  const more = { account_number: maskAccountNumber(accountNumber), holder_type: holderType ?? null };
  await auditAddress(deps, tx, { cause, action: "address.create", after: address, more });
  return address;
}

async function saveDetails(
  { keyRing, bankIndexKey }: AddBankAddressDeps,
  tx: Transaction,
  address: BankAddress,
  details: BankDetails,
): Promise<void> {
  const { tenantId, network, id: addressId } = address;
  const numberIndex = numberIndexOf(bankIndexKey, address, details);
  const sealed = sealDetails(keyRing, details, { tenantId, addressId });
  if (await insertDetails(tx, { tenantId, network, addressId, sealed, numberIndex, needsUpdate: false }))
    return;
  const found = await selectDetailsByNumber(tx, { tenantId, numberIndex });
  assert(found !== undefined, "bank account details are never deleted");
  const present = await findAddress(tx, { tenantId, network, ...found });
  assert(present !== undefined, "addresses are never deleted");
  throw new RefusalError(alreadyThere(present, address.transferTypes));
}
