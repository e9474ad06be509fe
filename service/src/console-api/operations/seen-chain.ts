import type { ChainHead } from "../../chains/chain.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { GasReading } from "../../chains/custody/gas-watch.ts";

/** Live state of a chain. */
export interface SeenChain extends ChainKey {
  /** External RPC nodes, a local one, or none: the operator has not configured the chain. */
  readonly mode: "remote" | "local" | "off";
  /** Hosts of its RPC nodes; the rest of their URLs may be secret. */
  readonly hosts: readonly string[];
  readonly isReachable: boolean;
  /** Symbol of the coin that pays the fees; undefined for a local chain without a setting. */
  readonly coin: string | undefined;
  readonly coinDecimals: number;
  readonly head: ChainHead | undefined;
  readonly gas: readonly GasReading[];
}

/** Port for reading the live state of chains; returns quickly, even if a chain doesn't respond. */
export type LookAtChains = () => Promise<readonly SeenChain[]>;
