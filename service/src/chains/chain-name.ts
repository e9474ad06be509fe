import type { Network } from "../kernel/id.ts";

/** The chains, by the name that the API, the ledger and the tables use; the same in both networks. */
export const chainNames = ["ethereum", "base", "solana", "stellar"] as const;
export type ChainName = (typeof chainNames)[number];

/** Chains of one family share their addresses: what is yours on ethereum is yours on base. */
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

/** One chain of one network: the unit of everything that happens on chains. */
export interface ChainKey {
  readonly network: Network;
  readonly chain: ChainName;
}

export function isChainName(text: string): text is ChainName {
  return (chainNames as readonly string[]).includes(text);
}
