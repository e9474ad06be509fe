import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { findTreasury } from "../treasury/index.ts";

/** A tenant's treasury addresses for third-party tokens, as the transfers module expects them. */
export async function treasuryPlaces(
  session: Session,
  scope: { readonly tenantId: TenantId; readonly network: Network },
): Promise<ReadonlyMap<ChainName, { addressId: string; address: string; keyIndex: number }>> {
  const places = await findTreasury(session, scope);
  return new Map(
    [...places].map(([chain, { addressId, onChainAddress: address, keyIndex }]) => [
      chain,
      { addressId, address, keyIndex },
    ]),
  );
}
