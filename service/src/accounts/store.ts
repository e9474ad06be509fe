import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import { type Statement, statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { assert } from "../kernel/assert.ts";
import { type AccountId, type Network, type TenantId, tenantOf } from "../kernel/id.ts";
import type { Account, ManagingAccount } from "./account.ts";
import { accounts } from "./tables.ts";

export interface AccountKey {
  readonly tenantId: TenantId;
  readonly accountId: AccountId;
}

type AccountRow = RowOf<typeof accounts>;

export const insertAccount = accounts.insert();

const findOne = accounts.one({ by: ["tenantId", "id"] });

export async function selectAccount(
  session: Session,
  { tenantId, accountId }: AccountKey,
): Promise<Account | undefined> {
  const row = await findOne(session, { tenantId, id: accountId });
  return row === undefined ? undefined : toAccount(row);
}

// By the primary key, one lookup each: without statistics, the planner would read all accounts of the tenant.
const findMany: Statement<AccountRow> = {
  ...statement<AccountRow>(`
  SELECT account.* FROM (SELECT DISTINCT unnest($2::text[]) AS id) AS requested
  CROSS JOIN LATERAL (
    SELECT ${accounts.list()} FROM accounts WHERE tenant_id = $1 AND id = requested.id LIMIT 1) AS account`),
  onCitus: statement<AccountRow>(
    `SELECT ${accounts.list()} FROM accounts WHERE tenant_id = $1 AND id = ANY ($2::text[])`,
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

// Rows that reference the account can still be inserted meanwhile.
const lockOne = accounts.one({ by: ["tenantId", "id"], lock: "NO KEY UPDATE" });

/** Locks the account until the transaction ends. Lock it before its review and documents. */
export async function lockAccount(
  tx: Transaction,
  { tenantId, accountId }: AccountKey,
): Promise<Account | undefined> {
  const row = await lockOne(tx, { tenantId, id: accountId });
  return row === undefined ? undefined : toAccount(row);
}

/** Also called when only the account's review or documents have changed. */
export const updateName = accounts.updateOne({ by: ["tenantId", "id"], set: ["name", "updatedAt"] });

/** Also called if the status stays pending: new requirements are a change of the account. */
export const updatePendingAccount = accounts.updateOne({
  by: ["tenantId", "id"],
  where: "status = 'pending'",
  set: ["status", "updatedAt"],
  changesNoDecision: true,
});

/** The accounts that one account manages, newest first. Index: accounts_by_managing_account. */
export const managedAccounts = list<
  AccountRow,
  { readonly tenantId: TenantId; readonly managingAccountId: AccountId; readonly network: Network },
  Account
>({
  from: accounts,
  filters: { tenantId: "tenant_id", managingAccountId: "managing_account_id", network: "network" },
  toItem: toAccount,
});

const managingIds = accounts.many({ where: "kind = 'managing'", columns: ["id"] });

/** All tenants: operators look up by an id alone what has an index by tenant and id. Index: accounts_managing. */
export async function selectTenantIds(session: Session): Promise<readonly TenantId[]> {
  return (await managingIds(session)).map(({ id }) => tenantOf(id));
}

/** Of all tenants, newest first: for the operator, never on the request path. Index: accounts_managing. */
export const managingAccounts = list<AccountRow, object, ManagingAccount>({
  from: accounts,
  where: ["kind = 'managing'"],
  filters: {},
  toItem: (row) => {
    const account = toAccount(row);
    assert(account.kind === "managing", "the list has managing accounts only");
    return account;
  },
});

function toAccount({ kind, managingAccountId, network, ...fields }: AccountRow): Account {
  if (kind === "managing") return { ...fields, kind };
  assert(managingAccountId !== undefined, "a managed account has a managing account");
  assert(network !== undefined, "a managed account has one network");
  return { ...fields, kind, managingAccountId, network };
}
