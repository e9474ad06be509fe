import type { Chain } from "../chains/chain.ts";
import type { ChainName } from "../chains/chain-name.ts";
import type { Network } from "../kernel/id.ts";

/** Address parser per chain; a ChainRegistry is one. */
export interface AddressReaders {
  get(network: Network, chain: ChainName): Pick<Chain, "parseAddress">;
}
