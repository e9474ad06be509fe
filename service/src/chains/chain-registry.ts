import type { Network } from "../kernel/id.ts";
import type { Chain } from "./chain.ts";
import type { ChainName } from "./chain-name.ts";

/** The chains that this deployment knows: every chain in both networks, whether or not it has nodes for it. */
export interface ChainRegistry {
  get(network: Network, chain: ChainName): Chain;
  /** Those that have nodes. */
  all(): readonly Chain[];
  /** The operator does without it. */
  isOff(network: Network, chain: ChainName): boolean;
}
