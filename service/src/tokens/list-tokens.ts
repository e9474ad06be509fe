import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import { cutPage, type PageRequest, rowsToFetch } from "../http/paging.ts";
import type { Principal } from "../http/principal.ts";
import { tenantOf } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { findTokenInAnyCase } from "./find-token.ts";
import { selectTokenPage } from "./list-store.ts";
import type { Token } from "./token.ts";

/** Public tokens and those of accounts visible to the application, newest first. */
export async function listVisibleTokens(session: Session, principal: Principal, page: PageRequest) {
  const tokens = await selectTokenPage(
    session,
    { ...inputOf(principal), includesPublic: true },
    sliceOf(page),
  );
  return cutPage(tokens, page, ({ id }) => id);
}

/** All visible tokens up to a limit. */
export function findVisibleTokens(
  session: Session,
  principal: Principal,
  limit: number,
): Promise<readonly Token[]> {
  const slice = { direction: "after" as const, position: undefined, limit };
  return selectTokenPage(session, { ...inputOf(principal), includesPublic: true }, slice);
}

/** Tokens that an account issues, newest first. */
export async function listAccountTokens(
  session: Session,
  principal: Principal,
  { accountId, page }: { readonly accountId: string; readonly page: PageRequest },
) {
  const { id } = await requireVisibleAccount(session, principal, accountId);
  const input = { ...inputOf(principal), issuers: [id], includesPublic: false };
  return cutPage(await selectTokenPage(session, input, sliceOf(page)), page, (token) => token.id);
}

/** Throws not_found if the application cannot see the token. */
export async function requireVisibleToken(
  session: Session,
  principal: Principal,
  valueType: string,
): Promise<Token> {
  const token = await findTokenInAnyCase(session, principal, valueType);
  if (token !== undefined && isVisibleTo(principal, token)) return token;
  throw new RefusalError(refuse("not_found", "there is no token with this value type"));
}

/** Clients of a managed account see its tokens and its manager's, not those of siblings. */
function inputOf({ network, tenantId, accountId }: Principal) {
  const issuers: readonly string[] | undefined =
    tenantOf(accountId) === tenantId ? undefined : [accountId, tenantId];
  return { network, tenantId, issuers };
}

export function isVisibleTo(principal: Principal, { isPublic, issuer }: Token): boolean {
  const { tenantId, issuers } = inputOf(principal);
  if (isPublic) return true;
  return issuer?.tenantId === tenantId && (issuers === undefined || issuers.includes(issuer.accountId));
}

function sliceOf(page: PageRequest) {
  return { direction: page.direction, position: page.position, limit: rowsToFetch(page) };
}
