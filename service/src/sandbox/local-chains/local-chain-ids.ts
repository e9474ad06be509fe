import type { Network } from "../../kernel/id.ts";

/** The chain ids (EIP-155) of the local EVM chains: taken by nobody else, so that what is signed here is worth nothing elsewhere. */
export const localChainIds: Readonly<Record<Network, Readonly<Record<"ethereum" | "base", number>>>> = {
  testnet: { ethereum: 31_337_001, base: 31_337_002 },
  mainnet: { ethereum: 31_337_101, base: 31_337_102 },
};

/** What stands for the name of the network in all that is signed for the double of Stellar. */
export const localPassphrases: Readonly<Record<Network, string>> = {
  testnet: "Florin local testnet ; a double",
  mainnet: "Florin local mainnet ; a double",
};

/** After so many further blocks a block of a local chain is final. */
export const localConfirmations = 2;

/** How long a block of a local chain is in the making. */
export const localBlockTimeMs = 250;
