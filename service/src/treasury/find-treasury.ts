import { findTreasuryAddresses, type TreasuryAddress } from "../addresses/index.ts";
import { type ChainName, chainNames, familyOf } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import type { TreasuryPlace, TreasuryScope } from "./treasury.ts";

/** Location of a tenant's treasury on each chain; empty until it is first needed. */
export async function findTreasury(
  session: Session,
  scope: TreasuryScope,
): Promise<ReadonlyMap<ChainName, TreasuryPlace>> {
  return placesOf(await findTreasuryAddresses(session, scope));
}

/** Chains of one family share an address. */
export function placesOf(addresses: readonly TreasuryAddress[]): ReadonlyMap<ChainName, TreasuryPlace> {
  const places = new Map<ChainName, TreasuryPlace>();
  for (const chain of chainNames) {
    const address = addresses.find(({ family }) => family === familyOf(chain));
    if (address === undefined) continue;
    const { id: addressId, onChainAddress, keyIndex } = address;
    places.set(chain, { addressId, address: onChainAddress, keyIndex });
  }
  return places;
}
