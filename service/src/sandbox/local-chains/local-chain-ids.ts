import type { Network } from "../../kernel/id.ts";

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
