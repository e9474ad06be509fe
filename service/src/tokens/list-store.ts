import type { ChainKey } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { type TokenRow, tokenColumns, toTokens, withDeployments } from "./store.ts";
import type { Token } from "./token.ts";

export interface TokenInput {
  readonly network: Network;
  readonly tenantId: TenantId;
  /** Only tokens issued by these accounts of the tenant. */
  readonly issuers: readonly string[] | undefined;
  readonly includesPublic: boolean;
}

export interface TokenSlice {
  /** `after` pages to older tokens, newest first; `before` the reverse. */
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

/** Index: tokens_by_tenant and tokens_public, then token_deployments_pkey. */
export async function selectTokenPage(
  session: Session,
  { network, tenantId, issuers, includesPublic }: TokenInput,
  { direction, position, limit }: TokenSlice,
): Promise<readonly Token[]> {
  const select = direction === "after" ? selectOlder : selectNewer;
  const values = [network, tenantId, issuers ?? null, includesPublic, position ?? null, limit];
  return toTokens(await session.rows(select, values));
}

const pageOf = (comparison: string, order: string): string =>
  withDeployments(
    `SELECT ${tokenColumns} FROM tokens
      WHERE network = $1
        AND (($4 AND is_public) OR (tenant_id = $2 AND ($3::text[] IS NULL OR issuer_account_id = ANY ($3))))
        AND ($5::text IS NULL OR id ${comparison} $5)
      ORDER BY id ${order} LIMIT $6`,
    order,
  );
const selectOlder = statement<TokenRow>(pageOf("<", "DESC"));
const selectNewer = statement<TokenRow>(pageOf(">", ""));

/** All tokens of a network, oldest first, for operators. Index: tokens_pkey. */
export async function selectAllTokens(
  session: Session,
  network: Network,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Token[]> {
  return toTokens(await session.rows(selectAll, [network, after, limit]));
}

const selectAll = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokenColumns} FROM tokens WHERE network = $1 AND id > $2 ORDER BY id LIMIT $3`,
    "",
  ),
);

/** Tokens active on a chain, oldest first. Index: tokens_pkey, then token_deployments_pkey. */
export async function selectTokensOnChain(
  session: Session,
  { network, chain }: ChainKey,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly Token[]> {
  return toTokens(await session.rows(selectOnChain, [network, chain, after, limit]));
}

const selectOnChain = statement<TokenRow>(
  withDeployments(
    `SELECT ${tokenColumns} FROM tokens
      WHERE network = $1 AND id > $3 AND EXISTS (
        SELECT 1 FROM token_deployments AS there
         WHERE there.network = $1 AND there.token_id = tokens.id AND there.chain = $2 AND there.status = 'active')
      ORDER BY id LIMIT $4`,
    "",
  ),
);
