import type { ChainFamily, ChainName } from "../chains/chain-name.ts";
import { firstInTenants } from "../db/by-tenant.ts";
import type { Session, Transaction } from "../db/database.ts";
import { type SqlValue, type Statement, statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { BankRail } from "../rails/rail.ts";
import type {
  Address,
  AddressKind,
  AddressPurpose,
  BankAddress,
  BankVerification,
  PrenoteStatus,
} from "./address.ts";
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

const columns = `tenant_id, network, id, account_id, kind, medium, name, status, transfer_types, family,
  on_chain_address, muxed_address, key_index, verification, created_at, updated_at, purpose, debit_block_code,
  prenote, ownership`;

/** Treasury addresses are invisible to accounts: they do not exist for any request. */
const isCustomers = "purpose <> 'treasury'";

type AddressRow = Omit<BankAddress, "kind" | "medium" | "transferTypes"> & {
  readonly kind: AddressKind;
  readonly medium: Address["medium"];
  readonly transferTypes: readonly TransferType[];
  readonly family: ChainFamily | undefined;
  readonly onChainAddress: string | undefined;
  readonly muxedAddress: string | undefined;
  readonly keyIndex: number | undefined;
  readonly purpose: AddressPurpose;
};

// Waits for a concurrent insert of the same address, and then inserts nothing.
const insert = statement(`
  INSERT INTO addresses (${columns})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::text[], $10, $11, $12, $13, $14, $15::timestamptz,
    $16::timestamptz, $17, $18, $19, $20)
  ON CONFLICT ON CONSTRAINT unique_address_per_account DO NOTHING`);

/** False if the account already has this on-chain address. */
export async function insertAddress(tx: Transaction, address: Address): Promise<boolean> {
  const isOnChain = address.medium === "chain";
  const added = await tx.run(insert, [
    address.tenantId,
    address.network,
    address.id,
    address.accountId,
    address.kind,
    address.medium,
    address.name,
    address.status,
    address.transferTypes,
    isOnChain ? address.family : null,
    isOnChain ? address.onChainAddress : null,
    isOnChain && address.kind === "external" ? (address.muxedAddress ?? null) : null,
    isOnChain && address.kind === "internal" ? address.keyIndex : null,
    verificationOf(address),
    formatInstant(address.createdAt),
    formatInstant(address.updatedAt),
    address.kind === "internal" ? address.purpose : "customer",
    debitBlockOf(address),
    prenoteOf(address),
    address.ownership,
  ]);
  return added === 1;
}

function verificationOf(address: Address): BankVerification | undefined {
  return address.medium === "bank" ? address.verification : undefined;
}

function debitBlockOf(address: Address): string | undefined {
  return address.medium === "bank" ? address.debitBlockCode : undefined;
}

function prenoteOf(address: Address): PrenoteStatus | undefined {
  return address.medium === "bank" ? address.prenote : undefined;
}

// By the primary key, one lookup each: by id and network together, the planner would read all addresses of the tenant,
// if it has no statistics.
const findMany: Statement<AddressRow> = {
  ...statement<AddressRow>(`
  SELECT ${columns} FROM (SELECT DISTINCT unnest($2::text[]) AS requested_id) AS requested
  CROSS JOIN LATERAL (
    SELECT * FROM addresses WHERE tenant_id = $1 AND id = requested_id LIMIT 1) AS address
  WHERE network = $3 AND ${isCustomers}`),
  onCitus: statement<AddressRow>(`
  SELECT ${columns} FROM addresses
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

// By the primary key. Rows that reference the address can still be inserted meanwhile.
const lockOne = statement<AddressRow>(`
  SELECT ${columns} FROM addresses
  WHERE tenant_id = $1 AND id = $2 AND network = $3 AND ${isCustomers} FOR NO KEY UPDATE`);

/** Locks the address until the transaction ends. */
export async function lockAddress(tx: Transaction, key: AddressKey): Promise<Address | undefined> {
  const row = await tx.first(lockOne, [key.tenantId, key.addressId, key.network]);
  return row === undefined ? undefined : toAddress(row);
}

// Index: addresses_debit_blocked. Over all tenants: for operators, who have only the id.
const tenantOfBlocked = statement<{ readonly tenantId: TenantId }>(
  "SELECT tenant_id FROM addresses WHERE id = $1 AND debit_block_code IS NOT NULL",
);
// By the primary key.
const lockBlocked = statement<AddressRow>(`
  SELECT ${columns} FROM addresses
  WHERE tenant_id = $1 AND id = $2 AND debit_block_code IS NOT NULL FOR NO KEY UPDATE`);

/** Locks an address whose debits are blocked; undefined if there is none with this id. */
export async function lockBlockedAddress(tx: Transaction, id: string): Promise<Address | undefined> {
  const found = await tx.first(tenantOfBlocked, [id]);
  const row = found === undefined ? undefined : await tx.first(lockBlocked, [found.tenantId, id]);
  return row === undefined ? undefined : toAddress(row);
}

// By the primary key.
const change = statement(
  `
  UPDATE addresses
  SET name = $3, status = $4, transfer_types = $5::text[], verification = $6, updated_at = $7::timestamptz,
    debit_block_code = $8, prenote = $9, ownership = $10
  WHERE tenant_id = $1 AND id = $2`,
  { changesFacts: 1 },
);

export async function updateAddress(tx: Transaction, address: Address): Promise<void> {
  const { tenantId, id, name, status, transferTypes, updatedAt } = address;
  const at = formatInstant(updatedAt);
  const block = debitBlockOf(address);
  const values = [
    tenantId,
    id,
    name,
    status,
    transferTypes,
    verificationOf(address),
    at,
    block,
    prenoteOf(address),
    address.ownership,
  ];
  const changed = await tx.run(change, values);
  assert(changed === 1, "the address to update exists");
}

// Index: unique_address_per_account.
const findOnChain = statement<AddressRow>(`
  SELECT ${columns} FROM addresses
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND on_chain_address = $4 AND ${isCustomers}`);

export async function selectByOnChainAddress(
  session: Session,
  { tenantId, accountId, network }: AccountScope,
  onChainAddress: string,
): Promise<Address | undefined> {
  const values = [tenantId, accountId, network, onChainAddress];
  const row = await session.first(findOnChain, values);
  return row === undefined ? undefined : toAddress(row);
}

export interface AddressFilter {
  readonly onChainAddress?: string;
  readonly kind?: AddressKind;
  readonly medium?: Address["medium"];
  /** Any of these. */
  readonly transferTypes?: readonly TransferType[];
}

export interface AddressSlice {
  readonly direction: "after" | "before";
  /** The id next to which the slice begins; undefined for the newest. */
  readonly position: string | undefined;
  readonly limit: number;
}

/**
 * Index: addresses_by_account, or unique_address_per_account for an exact address. The statement contains only the
 * conditions that are set: an optional condition would keep a prepared statement from using its index.
 */
export async function selectAddressesOf(
  session: Session,
  scope: AccountScope,
  filter: AddressFilter,
  { direction, position, limit }: AddressSlice,
): Promise<readonly Address[]> {
  const values: SqlValue[] = [scope.tenantId, scope.accountId, scope.network];
  const place = (value: SqlValue): string => `$${values.push(value)}`;
  const conditions = ["tenant_id = $1", "account_id = $2", "network = $3", isCustomers];
  const { onChainAddress, kind, medium, transferTypes } = filter;
  if (onChainAddress !== undefined) conditions.push(`on_chain_address = ${place(onChainAddress)}`);
  if (kind !== undefined) conditions.push(`kind = ${place(kind)}`);
  if (medium !== undefined) conditions.push(`medium = ${place(medium)}`);
  if (transferTypes !== undefined) conditions.push(`transfer_types && ${place(transferTypes)}::text[]`);
  const [beyond, order] = direction === "after" ? ["<", "DESC"] : [">", "ASC"];
  if (position !== undefined) conditions.push(`id ${beyond} ${place(position)}`);
  const select = statement<AddressRow>(`
  SELECT ${columns} FROM addresses WHERE ${conditions.join(" AND ")} ORDER BY id ${order} LIMIT ${place(limit)}`);
  return (await session.rows(select, values)).map(toAddress);
}

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
  SELECT ${columns} FROM addresses
  WHERE lower(on_chain_address) COLLATE "C" = lower($1::text) AND tenant_id = $2 AND ${isCustomers} LIMIT $3`);
// Index: addresses_by_text.
const withTextAnywhere = statement<AddressRow>(`
  SELECT ${columns} FROM addresses
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

const lockFor = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`);

/** Serializes the creation of an account's first addresses, so that it gets only one per family. */
export async function lockCustodialAddresses(
  tx: Transaction,
  { tenantId, accountId, network }: AccountScope,
): Promise<void> {
  await tx.run(lockFor, [`addresses/custodial/${tenantId}/${accountId}/${network}`]);
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
