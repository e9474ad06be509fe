import type { Network } from "../kernel/id.ts";
import type { Chain } from "./chain.ts";
import type { ChainKey } from "./chain-name.ts";
import type { NodePool } from "./node-pool.ts";
import type { Signer } from "./signer.ts";

/** The chains on this machine, of both networks, for development; Stellar's is a simulator and says so. */
export interface LocalChains {
  url(key: ChainKey): string | undefined;
  /** Where the Stellar simulator reports the supply of assets. */
  horizonUrl(network: Network): string | undefined;
  /** Calls the listener after each block of a chain that runs in this process. */
  onBlock(listener: (key: ChainKey) => void): void;
  /** Funds the senders of a chain with plenty of the native token for fees, once. */
  fundSenderQueues(chain: Chain, nodes: NodePool, signer: Signer): Promise<void>;
  close(): Promise<void>;
}

/** EIP-155 chain ids of the local EVM chains: used by no other chain, so that signatures are worthless elsewhere. */
export const localChainIds: Readonly<Record<Network, Readonly<Record<"ethereum" | "base", number>>>> = {
  testnet: { ethereum: 31_337_001, base: 31_337_002 },
  mainnet: { ethereum: 31_337_101, base: 31_337_102 },
};

/** Network passphrases of the Stellar simulator. */
export const localPassphrases: Readonly<Record<Network, string>> = {
  testnet: "Florin local testnet ; a double",
  mainnet: "Florin local mainnet ; a double",
};

/** Confirmations after which a block of a local chain is final. */
export const localConfirmations = 2;

/** Block time of local chains. */
export const localBlockTimeMs = 250;
