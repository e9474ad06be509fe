import { createHash } from "node:crypto";
import type { Network } from "../kernel/id.ts";
import type { Chain } from "./chain.ts";
import { type ChainKey, familyOf } from "./chain-name.ts";
import { knownChainNames } from "./known-chains.ts";
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

const firstLocalChainIds: Readonly<Record<Network, number>> = { testnet: 31_337_001, mainnet: 31_337_101 };
const localNames = knownChainNames.filter((name) => familyOf(name) === "evm");

/**
 * EIP-155 chain id of a local EVM chain: used by no other chain, so that signatures are worthless elsewhere. The same
 * after a restart, in whichever order the settings name the chains.
 */
export function localChainId({ network, chain }: ChainKey): number {
  const index = (localNames as readonly string[]).indexOf(chain);
  if (index >= 0) return firstLocalChainIds[network] + index;
  const digest = createHash("sha256").update(`${network}/${chain}`).digest();
  return addedChainIds + (digest.readUInt32BE() % addedChainIds);
}

/** Above the ids of public chains, and below 2^31, which some tools require. */
const addedChainIds = 1_000_000_000;

/** Network passphrases of the Stellar simulator. */
export const localPassphrases: Readonly<Record<Network, string>> = {
  testnet: "Florin local testnet ; a double",
  mainnet: "Florin local mainnet ; a double",
};

/** Confirmations after which a block of a local chain is final. */
export const localConfirmations = 2;

/** Block time of local chains. */
export const localBlockTimeMs = 250;
