import type { ChainHead } from "../../chains/chain.ts";
import type { ChainKey } from "../../chains/chain-name.ts";
import type { GasReading } from "../../chains/custody/gas-watch.ts";

/** What a chain said when it was asked just now. */
export interface SeenChain extends ChainKey {
  /** Nodes of other people, one on this machine, or none: the operator does without the chain. */
  readonly mode: "remote" | "local" | "off";
  /** Where its nodes are, without what else stands in their addresses, which may be secret. */
  readonly hosts: readonly string[];
  readonly isReachable: boolean;
  readonly head: ChainHead | undefined;
  readonly gas: readonly GasReading[];
}

/** The port through which chains are asked; it answers soon, whether or not they do. */
export type LookAtChains = () => Promise<readonly SeenChain[]>;
