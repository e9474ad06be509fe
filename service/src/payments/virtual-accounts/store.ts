import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { type Network, networks } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { PaymentOwnerRef } from "../payment.ts";
import type { PaymentScope } from "../payments.ts";
import { virtualAccountDirectory, virtualAccounts } from "../tables.ts";

type AccountRow = RowOf<typeof virtualAccounts>;

/** A virtual account as stored, without the bank's data. */
export interface OpenedAccount extends Omit<AccountRow, "ownerName" | "ownerSubject" | "createdAt"> {
  readonly owner: PaymentOwnerRef;
}

const columns = virtualAccounts.list();

const takeSerials = statement<{ readonly serial: bigint }>(
  "SELECT nextval('virtual_account_numbers') AS serial FROM generate_series(1, $1)",
);

/** Unique serial numbers; unused ones are lost. */
export async function nextSerials(tx: Transaction, count: number): Promise<readonly bigint[]> {
  const rows = await tx.rows(takeSerials, [count]);
  return rows.map(({ serial }) => serial);
}

const skipSerials = statement(
  "SELECT max(nextval('virtual_account_numbers')) AS last FROM generate_series(1, $1::int)",
);

/** Skips numbers that may have been used since a restored backup was taken. */
export async function advanceAccountNumbers(tx: Transaction, count: number): Promise<void> {
  await tx.run(skipSerials, [count]);
}

// Waits for a concurrent insert for the same owner, and then inserts nothing.
const insert = statement<AccountRow>(`
  INSERT INTO virtual_accounts (tenant_id, network, owner_name, owner_subject, account_id, account_number, memo, created_at)
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
export const insertDirectoryEntries = virtualAccountDirectory.insertMany({ of: ["network", "tenantId"] });

// Primary key.
const byOwners = statement<AccountRow>(`
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
const byNumbers = virtualAccounts.many({ by: ["tenantId", "network", "accountNumber[]"] });

export async function selectByNumbers(
  session: Session,
  { tenantId, network }: PaymentScope,
  numbers: readonly string[],
): Promise<readonly OpenedAccount[]> {
  return (await byNumbers(session, { tenantId, network, accountNumber: numbers })).map(toOpened);
}

// Index: virtual_accounts_by_owner. Over all tenants: for the operator.
const byOwnerAnywhere = virtualAccounts.one({ by: ["ownerSubject", "ownerName", "network"] });

/** The account number of an owner of any tenant. */
export async function selectByOwnerAnywhere(
  session: Session,
  network: Network,
  { name, subject }: PaymentOwnerRef,
): Promise<OpenedAccount | undefined> {
  const row = await byOwnerAnywhere(session, { ownerSubject: subject, ownerName: name, network });
  return row && toOpened(row);
}

// The unique index on memos of the directory, once per network; then the account's unique index.
const byMemoAnywhere = statement<AccountRow>(`
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
export type DirectoryEntry = Omit<RowOf<typeof virtualAccountDirectory>, "network">;

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

function toOpened({ ownerName: name, ownerSubject: subject, createdAt: _, ...account }: AccountRow) {
  return { ...account, owner: { name, subject } };
}
