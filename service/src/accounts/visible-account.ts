import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { type AccountId, parseId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import type { Account } from "./account.ts";
import { selectAccount, selectAccounts } from "./store.ts";

/** The account, if the application may see it: its own, or one that its account manages. */
export async function findVisibleAccount(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<Account | undefined> {
  const id: AccountId | undefined = parseId<"account">(accountId);
  if (id === undefined) return undefined;
  const account = await selectAccount(session, { tenantId: principal.tenantId, accountId: id });
  return account !== undefined && isVisibleTo(principal, account) ? account : undefined;
}

/** Resolves many ids at once; accounts that are not visible are omitted. */
export async function findVisibleAccounts(
  session: Session,
  principal: Principal,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Account>> {
  const ids = accountIds.flatMap((text) => parseId<"account">(text) ?? []);
  const accounts = ids.length === 0 ? [] : await selectAccounts(session, principal.tenantId, ids);
  const visible = accounts.filter((account) => isVisibleTo(principal, account));
  return new Map(visible.map((account) => [account.id as string, account]));
}

/** The visible account, or a 404 refusal. */
export async function requireVisibleAccount(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<Account> {
  const account = await findVisibleAccount(session, principal, accountId);
  if (account === undefined) throw new RefusalError(refuse("not_found", "there is no account with this id"));
  return account;
}

/** Whether its requests may name this account. */
export function isVisibleTo({ accountId, network }: Principal, account: Account): boolean {
  if (account.kind === "managing") return account.id === accountId;
  return account.network === network && [account.id, account.managingAccountId].includes(accountId);
}
