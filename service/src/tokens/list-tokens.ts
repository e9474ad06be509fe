import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { tenantOf } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { findToken } from "./find-token.ts";
import { selectTokenPage } from "./list-store.ts";
import type { Token } from "./token.ts";

/** Public tokens and those of accounts that the application may know of, newest first. */
export async function listVisibleTokens(session: Session, principal: Principal, page: PageRequest) {
  const tokens = await selectTokenPage(
    session,
    { ...wishOf(principal), includesPublic: true },
    sliceOf(page),
  );
  return cutPage(tokens, page, ({ id }) => id);
}

/** The same, all of them up to a limit, for those who combine them. */
export function findVisibleTokens(
  session: Session,
  principal: Principal,
  limit: number,
): Promise<readonly Token[]> {
  const slice = { direction: "after" as const, position: undefined, limit };
  return selectTokenPage(session, { ...wishOf(principal), includesPublic: true }, slice);
}

/** The tokens that an account issues, newest first. */
export async function listAccountTokens(
  session: Session,
  principal: Principal,
  { accountId, page }: { readonly accountId: string; readonly page: PageRequest },
) {
  const { id } = await requireVisibleAccount(session, principal, accountId);
  const wish = { ...wishOf(principal), issuers: [id], includesPublic: false };
  return cutPage(await selectTokenPage(session, wish, sliceOf(page)), page, (token) => token.id);
}

/** The token of this name when the application may see it, and 404 when it may not. */
export async function requireVisibleToken(
  session: Session,
  principal: Principal,
  valueType: string,
): Promise<Token> {
  const token = await findToken(session, principal, valueType);
  if (token !== undefined && isVisibleTo(principal, token)) return token;
  throw new RefusalError(refuse("not_found", "there is no such token"));
}

/** Whose tokens an application knows of. One of a managed account sees its own and its manager's, not its siblings'. */
function wishOf({ network, tenantId, accountId }: Principal) {
  const issuers: readonly string[] | undefined =
    tenantOf(accountId) === tenantId ? undefined : [accountId, tenantId];
  return { network, tenantId, issuers };
}

export function isVisibleTo(principal: Principal, { isPublic, issuer }: Token): boolean {
  const { tenantId, issuers } = wishOf(principal);
  if (isPublic) return true;
  return issuer?.tenantId === tenantId && (issuers === undefined || issuers.includes(issuer.accountId));
}

function sliceOf(page: PageRequest) {
  return { direction: page.direction, position: page.position, limit: rowsToFetch(page) };
}
