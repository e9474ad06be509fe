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
  scope: TokenScope,
  valueTypes: readonly string[],
): Promise<ReadonlyMap<string, Token>> {
  const found = await findTokensInAnyCase(session, scope, valueTypes);
  const isExact = (valueType: string, token: Token): boolean =>
    token.valueType === valueType && valueTypes.includes(valueType);
  return new Map([...found].filter(([valueType, token]) => isExact(valueType, token)));
}

/** The token that a request names, in any letter case. */
export async function findTokenInAnyCase(
  session: Session,
  scope: TokenScope,
  valueType: string,
): Promise<Token | undefined> {
  return (await findTokensInAnyCase(session, scope, [valueType])).get(valueType);
}

/** Tokens by the value types of requests, in any letter case, and by their own; unknown ones are omitted. */
export async function findTokensInAnyCase(
  session: Session,
  { network, tenantId }: TokenScope,
  valueTypes: readonly string[],
): Promise<ReadonlyMap<string, Token>> {
  const tokens = await selectTokensByValueType(session, network, [...new Set(valueTypes)]);
  const visible = tokens.filter(
    ({ isPublic, issuer }) => isPublic || tenantId === undefined || issuer?.tenantId === tenantId,
  );
  const byName = new Map(visible.map((token) => [token.valueType.toUpperCase(), token]));
  return new Map(
    valueTypes.flatMap((valueType) => {
      const token = byName.get(valueType.toUpperCase());
      return token === undefined
        ? []
        : ([
            [valueType, token],
            [token.valueType, token],
          ] as const);
    }),
  );
}
