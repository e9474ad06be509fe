import type { Chain } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Network } from "../kernel/id.ts";

/** Of each chain, what reads its addresses; a ChainRegistry is one. */
export interface AddressReaders {
  get(network: Network, chain: ChainName): Pick<Chain, "parseAddress">;
}
