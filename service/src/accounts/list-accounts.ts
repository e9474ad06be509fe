import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { assert } from "../kernel/assert.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../kernel/page.ts";
import type { Account } from "./account.ts";
import { managedAccounts, selectAccount } from "./store.ts";

// The application's own account is first. Its position is a text that sorts after every id, so that all managed
// accounts are "older than this position" and no id is newer.
const ownPosition = "~";

/** Accounts visible to an application: its own first, then those that it manages, newest first. */
export async function listVisibleAccounts(session: Session, principal: Principal, page: PageRequest) {
  const { tenantId, accountId: managingAccountId, network } = principal;
  const { direction, position = ownPosition } = page;
  const limit = rowsToFetch(page);
  const { items: managed } = await managedAccounts.read(
    session,
    { tenantId, managingAccountId, network },
    { direction, position, limit },
  );
  const isOwnFirst = direction === "after" && page.position === undefined;
  const isOwnLast = direction === "before" && position !== ownPosition && managed.length < limit;
  const own = isOwnFirst || isOwnLast ? [await ownAccount(session, principal)] : [];
  const rows = isOwnFirst ? [...own, ...managed] : [...managed, ...own];
  return cutPage(rows, page, ({ id }) => (id === managingAccountId ? ownPosition : id));
}

async function ownAccount(session: Session, { tenantId, accountId }: Principal): Promise<Account> {
  const account = await selectAccount(session, { tenantId, accountId });
  assert(account !== undefined, "an application belongs to an existing account");
  return account;
}
