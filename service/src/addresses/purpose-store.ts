import type { ChainFamily } from "../chains/chain-name.ts";
import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import type { AddressId, AddressPurpose } from "./address.ts";
import type { AddressScope } from "./store.ts";

/** A custodial address of the treasury. */
export interface TreasuryAddress {
  readonly id: AddressId;
  readonly family: ChainFamily;
  readonly onChainAddress: string;
  /** Index of its key, in the key role `custody`. */
  readonly keyIndex: number;
}

// Index: addresses_treasury.
const findTreasury = statement<TreasuryAddress>(`
  SELECT id, family, on_chain_address, key_index FROM addresses
  WHERE tenant_id = $1 AND network = $2 AND purpose = 'treasury'
    AND family IS NOT NULL AND on_chain_address IS NOT NULL AND key_index IS NOT NULL`);

/** At most one per family, in no particular order. */
export function selectTreasuryAddresses(
  session: Session,
  { tenantId, network }: AddressScope,
): Promise<readonly TreasuryAddress[]> {
  return session.rows(findTreasury, [tenantId, network]);
}

const lockFor = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Serializes the creation of a treasury's addresses. */
export async function lockTreasuryAddresses(
  tx: Transaction,
  { tenantId, network }: AddressScope,
): Promise<void> {
  await tx.run(lockFor, [`addresses/treasury/${tenantId}/${network}`]);
}

/** Account and purpose of an address. */
export interface AddressHolder {
  readonly id: AddressId;
  readonly accountId: AccountId;
  readonly purpose: AddressPurpose;
}

// By the primary key, one lookup each.
const findHolders = statement<AddressHolder>(`
  SELECT id, account_id, purpose FROM (SELECT DISTINCT unnest($2::text[]) AS requested_id) AS requested
  CROSS JOIN LATERAL (
    SELECT * FROM addresses WHERE tenant_id = $1 AND id = requested_id LIMIT 1) AS address
  WHERE network = $3`);

/** Of every purpose, including the treasury's. Existing ones only, in no particular order. */
export function selectHolders(
  session: Session,
  { tenantId, network }: AddressScope,
  ids: readonly string[],
): Promise<readonly AddressHolder[]> {
  return session.rows(findHolders, [tenantId, ids, network]);
}
