import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type AccountId, type Network, networks, type TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { PaymentOwnerRef } from "../payment.ts";
import type { PaymentScope } from "../payments.ts";

/** A virtual account as stored, without the bank's data. */
export interface OpenedAccount extends PaymentScope {
  readonly owner: PaymentOwnerRef;
  readonly accountId: AccountId;
  readonly accountNumber: string;
  readonly memo: string;
}

interface OpenedRow {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly ownerName: string;
  readonly ownerSubject: string;
  readonly accountId: AccountId;
  readonly accountNumber: string;
  readonly memo: string;
}

const columns = "tenant_id, network, owner_name, owner_subject, account_id, account_number, memo";

const takeSerials = statement<{ readonly serial: bigint }>(
  "SELECT nextval('virtual_account_numbers') AS serial FROM generate_series(1, $1)",
);

/** Unique serial numbers; unused ones are lost. */
export async function nextSerials(tx: Transaction, count: number): Promise<readonly bigint[]> {
  const rows = await tx.rows(takeSerials, [count]);
  return rows.map(({ serial }) => serial);
}

// Waits for a concurrent insert for the same owner, and then inserts nothing.
const insert = statement<OpenedRow>(`
  INSERT INTO virtual_accounts (${columns}, created_at)
  SELECT $1, $2, owner_name, owner_subject, account_id, account_number, memo, $8::timestamptz
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[])
    AS opened (owner_name, owner_subject, account_id, account_number, memo)
  ORDER BY owner_name COLLATE "C", owner_subject COLLATE "C"
  ON CONFLICT (tenant_id, network, owner_name, owner_subject) DO NOTHING
  RETURNING ${columns}`);

/** Returns the inserted ones; owners with an account number keep it. */
export async function insertAccounts(
  tx: Transaction,
  { tenantId, network }: PaymentScope,
  opened: readonly OpenedAccount[],
  now: Instant,
): Promise<readonly OpenedAccount[]> {
  const rows = await tx.rows(insert, [
    tenantId,
    network,
    opened.map(({ owner }) => owner.name),
    opened.map(({ owner }) => owner.subject),
    opened.map(({ accountId }) => accountId),
    opened.map(({ accountNumber }) => accountNumber),
    opened.map(({ memo }) => memo),
    formatInstant(now),
  ]);
  return rows.map(toOpened);
}

/** A separate statement, because the directory may be on another node than the tenant's tables. */
const insertInDirectory = statement(`
  INSERT INTO virtual_account_directory (network, account_number, memo, tenant_id)
  SELECT $1, account_number, memo, $2 FROM unnest($3::text[], $4::text[]) AS opened (account_number, memo)`);

export async function insertDirectoryEntries(
  tx: Transaction,
  { tenantId, network }: PaymentScope,
  opened: readonly OpenedAccount[],
): Promise<void> {
  if (opened.length === 0) return;
  const numbers = opened.map(({ accountNumber }) => accountNumber);
  const memos = opened.map(({ memo }) => memo);
  await tx.run(insertInDirectory, [network, tenantId, numbers, memos]);
}

// Primary key.
const byOwners = statement<OpenedRow>(`
  SELECT ${columns} FROM virtual_accounts
  WHERE tenant_id = $1 AND network = $2
    AND (owner_name, owner_subject) IN (SELECT name, subject FROM unnest($3::text[], $4::text[]) AS requested (name, subject))`);

export async function selectByOwners(
  session: Session,
  { tenantId, network }: PaymentScope,
  owners: readonly PaymentOwnerRef[],
): Promise<readonly OpenedAccount[]> {
  if (owners.length === 0) return [];
  const names = owners.map(({ name }) => name);
  const subjects = owners.map(({ subject }) => subject);
  return (await session.rows(byOwners, [tenantId, network, names, subjects])).map(toOpened);
}

// Index: virtual_accounts_tenant_id_network_account_number_key.
const byNumbers = statement<OpenedRow>(`
  SELECT ${columns} FROM virtual_accounts
  WHERE tenant_id = $1 AND network = $2 AND account_number = ANY ($3::text[])`);

export async function selectByNumbers(
  session: Session,
  { tenantId, network }: PaymentScope,
  numbers: readonly string[],
): Promise<readonly OpenedAccount[]> {
  if (numbers.length === 0) return [];
  return (await session.rows(byNumbers, [tenantId, network, [...new Set(numbers)]])).map(toOpened);
}

// Index: virtual_accounts_by_owner. Over all tenants: for the operator.
const byOwnerAnywhere = statement<OpenedRow>(`
  SELECT ${columns} FROM virtual_accounts WHERE owner_subject = $1 AND owner_name = $2 AND network = $3`);

/** The account number of an owner of any tenant. */
export async function selectByOwnerAnywhere(
  session: Session,
  network: Network,
  { name, subject }: PaymentOwnerRef,
): Promise<OpenedAccount | undefined> {
  const row = await session.first(byOwnerAnywhere, [subject, name, network]);
  return row === undefined ? undefined : toOpened(row);
}

// The unique index on memos of the directory, once per network; then the account's unique index.
const byMemoAnywhere = statement<OpenedRow>(`
  SELECT ${columns} FROM virtual_accounts
  WHERE (tenant_id, network, memo) IN (
    SELECT tenant_id, network, memo FROM virtual_account_directory WHERE network = ANY ($1::text[]) AND memo = $2)`);

/** Account numbers of any tenant with this memo: one in each network at most. */
export async function selectByMemoAnywhere(
  session: Session,
  memo: string,
): Promise<readonly OpenedAccount[]> {
  return (await session.rows(byMemoAnywhere, [networks, memo])).map(toOpened);
}

/** The owner of a number or memo. */
export interface DirectoryEntry {
  readonly accountNumber: string;
  readonly memo: string;
  readonly tenantId: TenantId;
}

// Primary key, and the unique index on memos.
const inDirectory = statement<DirectoryEntry>(`
  SELECT account_number, memo, tenant_id FROM virtual_account_directory
  WHERE network = $1 AND (account_number = ANY ($2::text[]) OR memo = ANY ($3::text[]))`);

export async function selectDirectoryEntries(
  session: Session,
  network: Network,
  { numbers, memos }: { readonly numbers: readonly string[]; readonly memos: readonly string[] },
): Promise<readonly DirectoryEntry[]> {
  return session.rows(inDirectory, [network, [...new Set(numbers)], [...new Set(memos)]]);
}

function toOpened(row: OpenedRow): OpenedAccount {
  return {
    tenantId: row.tenantId,
    network: row.network,
    owner: { name: row.ownerName, subject: row.ownerSubject },
    accountId: row.accountId,
    accountNumber: row.accountNumber,
    memo: row.memo,
  };
}
