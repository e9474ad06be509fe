import type { Session, Transaction } from "../db/database.ts";
import { type Statement, statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Account, ManagedAccount, ManagingAccount } from "./account.ts";

export interface AccountKey {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

const columns = `tenant_id, id, kind, managing_account_id, network, name, business_name, self_attested, status,
  created_at, updated_at`;

type AccountRow = Omit<ManagedAccount, "kind" | "managingAccountId" | "network"> & {
  readonly kind: Account["kind"];
  readonly managingAccountId: AccountId | undefined;
  readonly network: Network | undefined;
};

const insert = statement(`
  INSERT INTO accounts (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz,
    $11::timestamptz)`);

export async function insertAccount(session: Session, account: Account): Promise<void> {
  await session.run(insert, [
    account.tenantId,
    account.id,
    account.kind,
    account.kind === "managed" ? account.managingAccountId : null,
    account.kind === "managed" ? account.network : null,
    account.name,
    account.businessName,
    account.selfAttested,
    account.status,
    formatInstant(account.createdAt),
    formatInstant(account.updatedAt),
  ]);
}

// By the primary key.
const findOne = statement<AccountRow>(`SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND id = $2`);

export async function selectAccount(session: Session, key: AccountKey): Promise<Account | undefined> {
  const row = await session.first(findOne, [key.tenantId, key.accountId]);
  return row === undefined ? undefined : toAccount(row);
}

// By the primary key, one lookup each: without statistics, the planner would read all accounts of the tenant.
const findMany: Statement<AccountRow> = {
  ...statement<AccountRow>(`
  SELECT account.* FROM (SELECT DISTINCT unnest($2::text[]) AS id) AS requested
  CROSS JOIN LATERAL (
    SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND id = requested.id LIMIT 1) AS account`),
  onCitus: statement<AccountRow>(
    `SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
  ),
};

/** The existing ones, in no particular order. */
export async function selectAccounts(
  session: Session,
  tenantId: TenantId,
  ids: readonly AccountId[],
): Promise<readonly Account[]> {
  return (await session.rows(findMany, [tenantId, ids])).map(toAccount);
}

// By the primary key. Rows that reference the account can still be inserted meanwhile.
const lockOne = statement<AccountRow>(`
  SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`);

/** Locks the account until the transaction ends. Lock it before its review and documents. */
export async function lockAccount(tx: Transaction, key: AccountKey): Promise<Account | undefined> {
  const row = await tx.first(lockOne, [key.tenantId, key.accountId]);
  return row === undefined ? undefined : toAccount(row);
}

// By the primary key.
const change = statement<AccountRow>(
  `
  UPDATE accounts SET name = $3, updated_at = $4::timestamptz WHERE tenant_id = $1 AND id = $2
  RETURNING ${columns}`,
  { changesFacts: 1 },
);

/** Also called when only the account's review or documents have changed. */
export async function updateChanged(
  tx: Transaction,
  key: AccountKey,
  { name, updatedAt }: { readonly name: string; readonly updatedAt: Instant },
): Promise<Account> {
  const row = await tx.first(change, [key.tenantId, key.accountId, name, formatInstant(updatedAt)]);
  assert(row !== undefined, "the account to update exists");
  return toAccount(row);
}

/** A range of the accounts that one account manages, starting next to a position, in one direction. */
export interface ManagedSlice {
  readonly tenantId: TenantId;
  readonly managingAccountId: AccountId;
  readonly network: Network;
  readonly position: string;
  readonly limit: number;
}

// Index: accounts_by_managing_account.
const managedOlder = statement<AccountRow>(`
  SELECT ${columns} FROM accounts
  WHERE tenant_id = $1 AND managing_account_id = $2 AND network = $3 AND id < $4
  ORDER BY id DESC LIMIT $5`);

export async function selectManagedOlder(session: Session, slice: ManagedSlice): Promise<readonly Account[]> {
  return (await session.rows(managedOlder, sliceValues(slice))).map(toAccount);
}

// Index: accounts_by_managing_account.
const managedNewer = statement<AccountRow>(`
  SELECT ${columns} FROM accounts
  WHERE tenant_id = $1 AND managing_account_id = $2 AND network = $3 AND id > $4
  ORDER BY id LIMIT $5`);

export async function selectManagedNewer(session: Session, slice: ManagedSlice): Promise<readonly Account[]> {
  return (await session.rows(managedNewer, sliceValues(slice))).map(toAccount);
}

// Index: accounts_managing. Across all tenants: for the operator, never on the request path.
const managingOlder = statement<AccountRow>(`
  SELECT ${columns} FROM accounts WHERE kind = 'managing' AND id < $1 ORDER BY id DESC LIMIT $2`);

export async function selectManagingAccounts(
  session: Session,
  slice: { readonly position: string; readonly limit: number },
): Promise<readonly ManagingAccount[]> {
  const rows = await session.rows(managingOlder, [slice.position, slice.limit]);
  return rows.map(toAccount).filter((account) => account.kind === "managing");
}

function sliceValues(slice: ManagedSlice): readonly (string | number)[] {
  return [slice.tenantId, slice.managingAccountId, slice.network, slice.position, slice.limit];
}

function toAccount({ kind, managingAccountId, network, ...fields }: AccountRow): Account {
  if (kind === "managing") return { ...fields, kind };
  assert(managingAccountId !== undefined, "a managed account has a managing account");
  assert(network !== undefined, "a managed account has one network");
  return { ...fields, kind, managingAccountId, network };
}
