import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import type { AccountId } from "../kernel/id.ts";
import type { Account, ManagingAccount } from "./account.ts";
import { selectAccount, selectManagedNewer, selectManagedOlder, selectManagingAccounts } from "./store.ts";

// The application's own account is first. Its position is a text that sorts after every id, so that all managed
// accounts are "older than this position" and no id is newer.
const ownPosition = "~";

const maxManagingAccounts = 100;

/** Accounts visible to an application: its own first, then those that it manages, newest first. */
export async function listVisibleAccounts(session: Session, principal: Principal, page: PageRequest) {
  const rows =
    page.direction === "after"
      ? await older(session, principal, page)
      : await newer(session, principal, page);
  return cutPage(rows, page, (account) => (account.id === principal.accountId ? ownPosition : account.id));
}

/** Managing accounts, newest first, for the operator. */
export function listManagingAccounts(
  session: Session,
  slice: { readonly olderThan?: AccountId; readonly limit?: number } = {},
): Promise<readonly ManagingAccount[]> {
  const limit = Math.min(slice.limit ?? maxManagingAccounts, maxManagingAccounts);
  return selectManagingAccounts(session, { position: slice.olderThan ?? ownPosition, limit });
}

async function older(session: Session, principal: Principal, page: PageRequest): Promise<readonly Account[]> {
  const managed = await selectManagedOlder(session, managedSlice(principal, page));
  return page.position === undefined ? [await ownAccount(session, principal), ...managed] : managed;
}

async function newer(session: Session, principal: Principal, page: PageRequest): Promise<readonly Account[]> {
  if (page.position === ownPosition) return [];
  const managed = await selectManagedNewer(session, managedSlice(principal, page));
  return managed.length < rowsToFetch(page) ? [...managed, await ownAccount(session, principal)] : managed;
}

function managedSlice({ tenantId, accountId, network }: Principal, page: PageRequest) {
  return {
    tenantId,
    managingAccountId: accountId,
    network,
    position: page.position ?? ownPosition,
    limit: rowsToFetch(page),
  };
}

async function ownAccount(session: Session, { tenantId, accountId }: Principal): Promise<Account> {
  const account = await selectAccount(session, { tenantId, accountId });
  assert(account !== undefined, "an application belongs to an existing account");
  return account;
}
