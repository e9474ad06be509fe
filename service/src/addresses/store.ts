import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import { firstInTenants } from "../db/by-tenant.ts";
import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import { type Statement, statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import type { BankRail } from "../rails/rail.ts";
import type { Address, AddressKind, AddressRow, InternalAddress } from "./address.ts";
import { addresses } from "./tables.ts";
import type { TransferType } from "./transfer-type.ts";

/** Owner and network of addresses. */
export interface AddressScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export interface AccountScope extends AddressScope {
  readonly accountId: AccountId;
}

export interface AddressKey extends AddressScope {
  readonly addressId: string;
}

/** Treasury addresses are invisible to accounts: they do not exist for any request. */
const isCustomers = "purpose <> 'treasury'";

// Waits for a concurrent insert of the same address, and then inserts nothing.
const insert = addresses.insert({
  onConflict: "ON CONSTRAINT unique_address_per_account DO NOTHING",
});

/** False if the account already has this on-chain address. */
export function insertAddress(tx: Transaction, address: Address): Promise<boolean> {
  return insert(tx, { purpose: "customer", ...address });
}

// By the primary key, one lookup each: by id and network together, the planner would read all addresses of the tenant,
// if it has no statistics.
const findMany: Statement<AddressRow> = {
  ...statement<AddressRow>(`
  SELECT ${addresses.list()} FROM (SELECT DISTINCT unnest($2::text[]) AS requested_id) AS requested
  CROSS JOIN LATERAL (
    SELECT * FROM addresses WHERE tenant_id = $1 AND id = requested_id LIMIT 1) AS address
  WHERE network = $3 AND ${isCustomers}`),
  onCitus: statement<AddressRow>(`
  SELECT ${addresses.list()} FROM addresses
  WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND network || '' = $3 AND ${isCustomers}`),
};

/** Existing ones, in no particular order. */
export async function selectAddresses(
  session: Session,
  { tenantId, network }: AddressScope,
  ids: readonly string[],
): Promise<readonly Address[]> {
  return (await session.rows(findMany, [tenantId, ids, network])).map(toAddress);
}

// Rows that reference the address can still be inserted meanwhile.
const lockOne = addresses.one({
  by: ["tenantId", "id", "network"],
  where: isCustomers,
  lock: "NO KEY UPDATE",
});

/** Locks the address until the transaction ends. */
export async function lockAddress(
  tx: Transaction,
  { addressId, ...scope }: AddressKey,
): Promise<Address | undefined> {
  const row = await lockOne(tx, { ...scope, id: addressId });
  return row === undefined ? undefined : toAddress(row);
}

// Index: addresses_debit_blocked. Over all tenants: for operators, who have only the id.
const findBlocked = addresses.one({
  by: ["id"],
  where: "debit_block_code IS NOT NULL",
  columns: ["tenantId", "id"],
});
const lockBlocked = addresses.one({
  by: ["tenantId", "id"],
  where: "debit_block_code IS NOT NULL",
  lock: "NO KEY UPDATE",
});

/** Locks an address whose debits are blocked; undefined if there is none with this id. */
export async function lockBlockedAddress(tx: Transaction, id: string): Promise<Address | undefined> {
  const found = await findBlocked(tx, { id });
  const row = found === undefined ? undefined : await lockBlocked(tx, found);
  return row === undefined ? undefined : toAddress(row);
}

const update = addresses.updateOne({
  by: ["tenantId", "id"],
  set: [
    "name",
    "status",
    "transferTypes",
    "verification",
    "updatedAt",
    "debitBlockCode",
    "prenote",
    "ownership",
  ],
});

const ofBanksOnly = { verification: undefined, debitBlockCode: undefined, prenote: undefined };

export async function updateAddress(tx: Transaction, address: Address): Promise<void> {
  await update(tx, { ...ofBanksOnly, ownership: undefined, ...address });
}

// Index: unique_address_per_account.
const findOnChain = addresses.one({
  by: ["tenantId", "accountId", "network", "onChainAddress"],
  where: isCustomers,
});

export async function selectByOnChainAddress(
  session: Session,
  scope: AccountScope,
  onChainAddress: string,
): Promise<Address | undefined> {
  const row = await findOnChain(session, { ...scope, onChainAddress });
  return row === undefined ? undefined : toAddress(row);
}

export interface AddressFilter {
  readonly onChainAddress?: string | undefined;
  readonly kind?: AddressKind | undefined;
  readonly medium?: Address["medium"] | undefined;
  /** Any of these. */
  readonly transferTypes?: readonly TransferType[] | undefined;
}

/** Of an account, newest first. Index: addresses_by_account, or unique_address_per_account for an exact address. */
export const addressList = list<AddressRow, AccountScope & AddressFilter, Address>({
  from: addresses,
  where: [isCustomers],
  filters: {
    tenantId: "tenant_id",
    accountId: "account_id",
    network: "network",
    onChainAddress: "on_chain_address",
    kind: "kind",
    medium: "medium",
    transferTypes: (types, { bind }) => `transfer_types && ${bind(types)}::text[]`,
  },
  totals: { status: "kind" },
  toItem: toAddress,
});

// Index: addresses_by_account.
const findFamilies = statement<{ family: ChainFamily }>(`
  SELECT DISTINCT family FROM addresses
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND purpose = 'customer'
    AND kind = 'internal' AND family IS NOT NULL`);

/** Families in which the account has a custodial address. */
export async function selectCustodialFamilies(
  session: Session,
  { tenantId, accountId, network }: AccountScope,
): Promise<readonly ChainFamily[]> {
  const rows = await session.rows(findFamilies, [tenantId, accountId, network]);
  return rows.map(({ family }) => family);
}

// Index: addresses_by_text.
const withTextInTenant = statement<AddressRow>(`
  SELECT ${addresses.list()} FROM addresses
  WHERE lower(on_chain_address) COLLATE "C" = lower($1::text) AND tenant_id = $2 AND ${isCustomers} LIMIT $3`);
// Index: addresses_by_text.
const withTextAnywhere = statement<AddressRow>(`
  SELECT ${addresses.list()} FROM addresses
  WHERE lower(on_chain_address) COLLATE "C" = lower($1::text) AND ${isCustomers} LIMIT $2`);

/** Some addresses with this on-chain text: in these tenants, or in all if none are given. */
export async function selectAddressesWithText(
  session: Session,
  {
    text,
    tenantIds,
    limit,
  }: { readonly text: string; readonly tenantIds: readonly TenantId[] | undefined; readonly limit: number },
): Promise<readonly Address[]> {
  const rows =
    tenantIds === undefined
      ? await session.rows(withTextAnywhere, [text, limit])
      : await firstInTenants(tenantIds, limit, (tenantId, remaining) =>
          session.rows(withTextInTenant, [text, tenantId, remaining]),
        );
  return rows.map(toAddress);
}

/** A custodial address of the treasury. */
export type TreasuryAddress = Pick<InternalAddress, "id" | "family" | "onChainAddress" | "keyIndex">;

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

/** Account and purpose of an address. */
export type AddressHolder = Pick<AddressRow, "id" | "accountId" | "purpose">;

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

function toAddress(row: AddressRow): Address {
  const { kind, medium, family, onChainAddress, muxedAddress, keyIndex, purpose, transferTypes, ...rest } =
    row;
  const { verification, debitBlockCode, prenote, ...fields } = rest;
  if (medium === "bank") {
    const rails = transferTypes as readonly BankRail[];
    const checks = { verification, debitBlockCode, prenote };
    return { ...fields, kind: "external", medium, transferTypes: rails, ...checks };
  }
  assert(family !== undefined && onChainAddress !== undefined, "an on-chain address has a family and a text");
  const chains = transferTypes as readonly ChainName[];
  const onChain = { ...fields, medium, family, onChainAddress, transferTypes: chains };
  if (kind === "external") return { ...onChain, kind, muxedAddress };
  assert(keyIndex !== undefined, "an internal address has a key");
  return { ...onChain, kind, keyIndex, purpose };
}

export const addressView = addresses.view("tenant_id, network, id, account_id, status, name, purpose");
