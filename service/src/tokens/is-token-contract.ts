import type { ChainName } from "../chains/chain-name.ts";
import type { Session } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { selectContractPlaces } from "./contract-store.ts";

/** Whether any token of the network has this address as its contract, even if not visible: contracts are public. */
export async function isTokenContract(
  session: Session,
  place: {
    readonly network: Network;
    readonly chains: readonly ChainName[];
    readonly onChainAddress: string;
  },
): Promise<boolean> {
  const places = place.chains.map((chain) => ({ chain, address: place.onChainAddress }));
  return (await selectContractPlaces(session, place.network, places)).length > 0;
}
