import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { AddressId } from "../address.ts";

export interface BankDetailsKey {
  readonly tenantId: TenantId;
  readonly addressId: AddressId;
}

/** The sealed details of a bank account, and their key. */
export interface SealedDetails extends BankDetailsKey {
  readonly sealed: Buffer;
}

export interface FoundDetails extends SealedDetails {
  readonly needsUpdate: boolean;
}

export interface StoredDetails extends SealedDetails {
  readonly network: Network;
  readonly numberIndex: Buffer;
}

// Waits for a concurrent insert of the same bank account, and then inserts nothing.
const insert = statement(`
  INSERT INTO bank_details (tenant_id, network, address_id, sealed, number_index) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT ON CONSTRAINT unique_bank_account_number DO NOTHING`);

/** False if the account already has this bank account. */
export async function insertDetails(tx: Transaction, details: StoredDetails): Promise<boolean> {
  const { tenantId, network, addressId, sealed, numberIndex } = details;
  return (await tx.run(insert, [tenantId, network, addressId, sealed, numberIndex])) === 1;
}

// Index: unique_bank_account_number.
const findByNumber = statement<{ addressId: AddressId }>(`
  SELECT address_id FROM bank_details WHERE tenant_id = $1 AND number_index = $2`);

export async function selectAddressIdByNumber(
  session: Session,
  { tenantId, numberIndex }: Pick<StoredDetails, "tenantId" | "numberIndex">,
): Promise<AddressId | undefined> {
  const row = await session.first(findByNumber, [tenantId, numberIndex]);
  return row?.addressId;
}

// By the primary key.
const findSealed = statement<FoundDetails>(`
  SELECT tenant_id, address_id, sealed, needs_update FROM bank_details
  WHERE tenant_id = $1 AND address_id = ANY ($2::text[])`);

export function selectSealedDetails(
  session: Session,
  tenantId: TenantId,
  addressIds: readonly AddressId[],
): Promise<readonly FoundDetails[]> {
  return session.rows(findSealed, [tenantId, addressIds]);
}

// By the primary key.
const needUpdate = statement(
  `
  UPDATE bank_details SET needs_update = true
  WHERE tenant_id = $1 AND address_id = ANY ($2::text[]) AND network = $3`,
  { changesFacts: 1 },
);

/** The receiving bank sent corrected account data: the owner must check these bank accounts. */
export async function markNeedsUpdate(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  addressIds: readonly string[],
): Promise<void> {
  await tx.run(needUpdate, [tenantId, addressIds, network]);
}

// By the primary key.
const correct = statement(
  `
  UPDATE bank_details SET sealed = $3, number_index = $4 WHERE tenant_id = $1 AND address_id = $2`,
  { changesFacts: 1 },
);

/** The receiving bank corrected the account. */
export async function updateDetails(
  tx: Transaction,
  { tenantId, addressId, sealed, numberIndex }: Omit<StoredDetails, "network">,
): Promise<void> {
  await tx.run(correct, [tenantId, addressId, sealed, numberIndex]);
}

// By the primary key.
const replace = statement("UPDATE bank_details SET sealed = $3 WHERE tenant_id = $1 AND address_id = $2", {
  changesFacts: 1,
});

/** The account itself is the same. */
export async function replaceDetails(
  tx: Transaction,
  { tenantId, addressId, sealed }: SealedDetails,
): Promise<void> {
  await tx.run(replace, [tenantId, addressId, sealed]);
}

// By the primary key.
const renew = statement(
  `
  UPDATE bank_details SET sealed = COALESCE($3, sealed), needs_update = false
  WHERE tenant_id = $1 AND address_id = $2`,
  { changesFacts: 1 },
);

/** The owner has linked the bank account again, with current data from the bank; `sealed` if it has changed. */
export async function renewDetails(
  tx: Transaction,
  { tenantId, addressId, sealed }: BankDetailsKey & Partial<SealedDetails>,
): Promise<void> {
  await tx.run(renew, [tenantId, addressId, sealed]);
}
