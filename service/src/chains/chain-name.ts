import type { Network } from "../kernel/id.ts";

/** Chain names as used in the API, the ledger and the database; the same in both networks. */
export const chainNames = ["ethereum", "base", "solana", "stellar"] as const;
export type ChainName = (typeof chainNames)[number];

/** Chains of one family share addresses: an ethereum address is also valid on base, with the same key. */
export type ChainFamily = "evm" | "solana" | "stellar";

const familyByChain: Readonly<Record<ChainName, ChainFamily>> = {
  ethereum: "evm",
  base: "evm",
  solana: "solana",
  stellar: "stellar",
};

export function familyOf(chain: ChainName): ChainFamily {
  return familyByChain[chain];
}

/** One chain of one network: the scope of all chain operations. */
export interface ChainKey {
  readonly network: Network;
  readonly chain: ChainName;
}

/** Wake-up topic of a chain: it has a new block. Only a local chain reports its blocks. */
export function blockTopic({ network, chain }: ChainKey): string {
  return `block/${network}/${chain}`;
}

/** The lease that one process at a time holds for a task on a chain. */
export function leaseTask(task: "work" | "scan", { network, chain }: ChainKey): string {
  return `${task}/${network}/${chain}`;
}

export function isChainName(text: string): text is ChainName {
  return (chainNames as readonly string[]).includes(text);
}
