import { requireVisibleAccount } from "../accounts/index.ts";
import type { Session } from "../db/database.ts";
import type { Principal } from "../http/principal.ts";
import { tenantOf } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { findTokenInAnyCase } from "./find-token.ts";
import { type TokenInput, tokenRows } from "./list-store.ts";
import type { Token } from "./token.ts";

/** Public tokens and those of accounts visible to the application. */
export function visibleTokens(principal: Principal): TokenInput {
  return { ...inputOf(principal), includesPublic: true };
}

/** All visible tokens up to a limit. */
export async function findVisibleTokens(
  session: Session,
  principal: Principal,
  limit: number,
): Promise<readonly Token[]> {
  return (await tokenRows.read(session, visibleTokens(principal), { limit })).items;
}

/** Tokens that an account issues. */
export async function tokensOfAccount(
  session: Session,
  principal: Principal,
  accountId: string,
): Promise<TokenInput> {
  const { id } = await requireVisibleAccount(session, principal, accountId);
  return { ...inputOf(principal), issuers: [id], includesPublic: false };
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
