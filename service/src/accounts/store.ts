import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { Account, AccountStatus, ManagingAccount } from "./account.ts";

const columns = `tenant_id, id, kind, managing_account_id, name, business_name, self_attested, status, created_at,
  updated_at`;

interface AccountRow {
  readonly tenant_id: TenantId;
  readonly id: AccountId;
  readonly kind: Account["kind"];
  readonly managing_account_id: AccountId | null;
  readonly name: string;
  readonly business_name: string | null;
  readonly self_attested: boolean;
  readonly status: AccountStatus;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

const insert = statement(`
  INSERT INTO accounts (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9::timestamptz, $10::timestamptz)`);

export async function insertAccount(session: Session, account: Account): Promise<void> {
  await session.run(insert, [
    account.tenantId,
    account.id,
    account.kind,
    account.kind === "managed" ? account.managingAccountId : null,
    account.name,
    account.businessName ?? null,
    account.selfAttested,
    account.status,
    formatInstant(account.createdAt),
    formatInstant(account.updatedAt),
  ]);
}

// By the primary key.
const findOne = statement(`SELECT ${columns} FROM accounts WHERE tenant_id = $1 AND id = $2`);

export async function selectAccount(
  session: Session,
  key: { readonly tenantId: TenantId; readonly accountId: AccountId },
): Promise<Account | undefined> {
  const row = await session.first<AccountRow>(findOne, [key.tenantId, key.accountId]);
  return row === undefined ? undefined : toAccount(row);
}

/** A stretch of the accounts that one account manages, beginning next to a position and walking one way. */
export interface ManagedSlice {
  readonly tenantId: TenantId;
  readonly managingAccountId: AccountId;
  readonly position: string;
  readonly limit: number;
}

// Index: accounts_by_managing_account.
const managedOlder = statement(`
  SELECT ${columns} FROM accounts
  WHERE tenant_id = $1 AND managing_account_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4`);

export async function selectManagedOlder(session: Session, slice: ManagedSlice): Promise<readonly Account[]> {
  return (await session.rows<AccountRow>(managedOlder, sliceValues(slice))).map(toAccount);
}

// Index: accounts_by_managing_account.
const managedNewer = statement(`
  SELECT ${columns} FROM accounts
  WHERE tenant_id = $1 AND managing_account_id = $2 AND id > $3 ORDER BY id LIMIT $4`);

export async function selectManagedNewer(session: Session, slice: ManagedSlice): Promise<readonly Account[]> {
  return (await session.rows<AccountRow>(managedNewer, sliceValues(slice))).map(toAccount);
}

// Index: accounts_managing. Over all tenants: for the operator, never on the request path.
const managingOlder = statement(`
  SELECT ${columns} FROM accounts WHERE kind = 'managing' AND id < $1 ORDER BY id DESC LIMIT $2`);

export async function selectManagingAccounts(
  session: Session,
  slice: { readonly position: string; readonly limit: number },
): Promise<readonly ManagingAccount[]> {
  const rows = await session.rows<AccountRow>(managingOlder, [slice.position, slice.limit]);
  return rows.map(toAccount).filter((account) => account.kind === "managing");
}

function sliceValues(slice: ManagedSlice): readonly (string | number)[] {
  return [slice.tenantId, slice.managingAccountId, slice.position, slice.limit];
}

function toAccount(row: AccountRow): Account {
  const fields = {
    id: row.id,
    tenantId: row.tenant_id,
    name: row.name,
    businessName: row.business_name ?? undefined,
    selfAttested: row.self_attested,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  if (row.kind === "managing") return { ...fields, kind: "managing" };
  assert(row.managing_account_id !== null, "a managed account has an account that manages it");
  return { ...fields, kind: "managed", managingAccountId: row.managing_account_id };
}
