import type { Network } from "../kernel/id.ts";
import type { Chain } from "./chain.ts";
import type { ChainName } from "./chain-name.ts";

/** The chains that this deployment speaks to: every chain in both networks. */
export interface ChainRegistry {
  get(network: Network, chain: ChainName): Chain;
  all(): readonly Chain[];
}
