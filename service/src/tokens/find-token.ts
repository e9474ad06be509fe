import type { Session } from "../db/database.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { selectTokensByValueType } from "./store.ts";
import type { Token } from "./token.ts";

export interface TokenScope {
  readonly network: Network;
  /** The tenant that sees public tokens and its own. Undefined for the platform, which sees all. */
  readonly tenantId: TenantId | undefined;
}

/** The token with exactly this value type, in any status. */
export async function findToken(
  session: Session,
  scope: TokenScope,
  valueType: string,
): Promise<Token | undefined> {
  return (await findTokens(session, scope, [valueType])).get(valueType);
}

/** Tokens by value type; unknown ones are omitted. */
export async function findTokens(
  session: Session,
  { network, tenantId }: TokenScope,
  valueTypes: readonly string[],
): Promise<ReadonlyMap<string, Token>> {
  const tokens = await selectTokensByValueType(session, network, [...new Set(valueTypes)]);
  const visible = tokens.filter(
    ({ isPublic, issuer }) => isPublic || tenantId === undefined || issuer?.tenantId === tenantId,
  );
  return new Map(visible.map((token) => [token.valueType, token]));
}
