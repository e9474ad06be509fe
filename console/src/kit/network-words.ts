import type { Network } from "../workspace/network.ts";

/** Display names of the networks. */
export const networkWords: Readonly<Record<Network, string>> = { testnet: "Testnet", mainnet: "Mainnet" };
