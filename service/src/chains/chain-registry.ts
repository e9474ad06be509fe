import type { Network } from "../kernel/id.ts";
import type { Chain } from "./chain.ts";
import type { ChainName } from "./chain-name.ts";

/** The chains of this deployment: every chain in both networks, whether or not RPC nodes are configured for it. */
export interface ChainRegistry {
  /** Every chain of this deployment, in the order in which they are shown. */
  readonly names: readonly ChainName[];
  get(network: Network, chain: ChainName): Chain;
  /** Only chains with configured RPC nodes. */
  all(): readonly Chain[];
  /** Whether the operator has turned this chain off. */
  isOff(network: Network, chain: ChainName): boolean;
}
