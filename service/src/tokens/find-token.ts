import type { Session } from "../db/database.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { selectTokensByValueType } from "./store.ts";
import type { Token } from "./token.ts";

export interface TokenScope {
  readonly network: Network;
  /** Who asks: public tokens and those of this tenant are there. Undefined for the platform, which sees all. */
  readonly tenantId: TenantId | undefined;
}

/** The token of this name, spelled exactly so, whatever its status. */
export async function findToken(
  session: Session,
  scope: TokenScope,
  valueType: string,
): Promise<Token | undefined> {
  return (await findTokens(session, scope, [valueType])).get(valueType);
}

/** The same for many names at once, by name; those that do not exist are left out. */
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
