import type { ChainKey } from "../chains/chain-name.ts";
import type { ListEnd } from "../db/list-definition.ts";
import { listById } from "../db/list-pages.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { type TokenRow, toTokens, withDeployments } from "./store.ts";
import { tokens } from "./tables.ts";
import type { Token } from "./token.ts";

export interface TokenInput {
  readonly network: Network;
  readonly tenantId: TenantId;
  /** Only tokens issued by these accounts of the tenant. */
  readonly issuers: readonly string[] | undefined;
  readonly includesPublic: boolean;
}

/** Rows are joined with their deployments, which are several. */
function tokenList<Filters extends { readonly network: Network }>(
  condition: string,
  valuesOf: (filters: Filters) => readonly SqlValue[],
  first?: ListEnd,
) {
  const pageOf = (comparison: string, order: string) =>
    statement<TokenRow>(
      withDeployments(
        `SELECT ${tokens.list()} FROM tokens WHERE network = $1 AND id ${comparison} $2 AND ${condition}
          ORDER BY id ${order} LIMIT $3`,
        order,
      ),
    );
  const pages = { after: pageOf("<", "DESC"), before: pageOf(">", "") };
  return listById(
    async (session, filters: Filters, { direction, position, limit }): Promise<readonly Token[]> => {
      const values = [filters.network, position, limit, ...valuesOf(filters)];
      return toTokens(await session.rows(pages[direction], values));
    },
    first,
  );
}

/** Newest first. Index: tokens_by_tenant and tokens_public, then token_deployments_pkey. */
export const tokenRows = tokenList<TokenInput>(
  "(($6 AND is_public) OR (tenant_id = $4 AND ($5::text[] IS NULL OR issuer_account_id = ANY ($5))))",
  ({ tenantId, issuers, includesPublic }) => [tenantId, issuers, includesPublic],
);

/** All tokens of a network, oldest first, for operators. Index: tokens_pkey. */
export const allTokens = tokenList<{ readonly network: Network }>("true", () => [], "oldest");

/** Tokens active on a chain, oldest first. Index: tokens_pkey, then token_deployments_pkey. */
export const tokensOnChain = tokenList<ChainKey>(
  `EXISTS (
    SELECT 1 FROM token_deployments AS there
     WHERE there.network = $1 AND there.token_id = tokens.id AND there.chain = $4 AND there.status = 'active')`,
  ({ chain }) => [chain],
  "oldest",
);

export const tokenView = tokens.view("tenant_id, network");
