import { findTreasuryAddresses, type TreasuryAddress } from "../addresses/index.ts";
import type { ChainFamily } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import type { TreasuryPlace, TreasuryScope } from "./treasury.ts";

/** Location of a treasury on the chains of each family, which share an address. */
export type TreasuryPlaces = ReadonlyMap<ChainFamily, TreasuryPlace>;

/** Location of a tenant's treasury; empty until it is first needed. */
export async function findTreasury(session: Session, scope: TreasuryScope): Promise<TreasuryPlaces> {
  return placesOf(await findTreasuryAddresses(session, scope));
}

export function placesOf(addresses: readonly TreasuryAddress[]): TreasuryPlaces {
  return new Map(
    addresses.map(({ family, id: addressId, onChainAddress: address, keyIndex }) => [
      family,
      { addressId, address, keyIndex },
    ]),
  );
}
