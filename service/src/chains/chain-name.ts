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

export function isChainName(text: string): text is ChainName {
  return (chainNames as readonly string[]).includes(text);
}
