import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { RoleHolder } from "../chain.ts";
import type { ChainKey, ChainName } from "../chain-name.ts";

/** The holder of a token's key role, as the chain reported it. */
export interface SeenRoleHolder extends RoleHolder {
  readonly chain: ChainName;
  readonly contract: string;
  readonly seenAt: Instant;
}

const putHolders = statement(`
  INSERT INTO custody_role_holders (network, chain, contract, role, address, is_platform, is_expected, seen_at)
  SELECT $1, $2, $3, role, address, is_platform, is_expected, $8::timestamptz
  FROM unnest($4::text[], $5::text[], $6::boolean[], $7::boolean[]) AS seen (role, address, is_platform, is_expected)
  ON CONFLICT (network, chain, contract, role)
  DO UPDATE SET address = excluded.address, is_platform = excluded.is_platform,
    is_expected = excluded.is_expected, seen_at = excluded.seen_at`);

export async function upsertRoleHolders(
  session: Session,
  { network, chain, contract }: ChainKey & { readonly contract: string },
  seen: { readonly holders: readonly RoleHolder[]; readonly at: Instant },
): Promise<void> {
  await session.run(putHolders, [
    network,
    chain,
    contract,
    seen.holders.map(({ role }) => role),
    seen.holders.map(({ address }) => address ?? null),
    seen.holders.map(({ isPlatform }) => isPlatform),
    seen.holders.map(({ isExpected }) => isExpected),
    formatInstant(seen.at),
  ]);
}

// Three rows for each token on each chain, by the primary key.
const findHolders = statement<SeenRoleHolder>(`
  SELECT chain, contract, role, address, is_platform, is_expected, seen_at FROM custody_role_holders
  WHERE network = $1 ORDER BY chain, contract, role`);

export function selectRoleHolders(session: Session, network: Network): Promise<readonly SeenRoleHolder[]> {
  return session.rows(findHolders, [network]);
}

const findUnexpected = statement<{ readonly found: boolean }>(
  `SELECT EXISTS (SELECT FROM custody_role_holders WHERE NOT is_expected) AS found`,
);

/** Whether a key role of a token has a holder that is neither the platform's key nor configured. */
export async function hasUnexpectedHolder(session: Session): Promise<boolean> {
  return (await session.first(findUnexpected))?.found ?? false;
}
