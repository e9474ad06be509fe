import type { Network } from "../kernel/id.ts";
import type { ChainKey } from "./chain-name.ts";

/** The chains on this machine, of both networks, for development; Stellar's is a simulator and says so. */
export interface LocalChains {
  url(key: ChainKey): string | undefined;
  /** Where the Stellar simulator reports the supply of assets. */
  horizonUrl(network: Network): string | undefined;
  /** Calls the listener after each block of a chain that runs in this process. */
  onBlock(listener: (key: ChainKey) => void): void;
  close(): Promise<void>;
}
