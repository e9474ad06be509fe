import type { Network } from "../workspace/network.ts";

/** What a network is called where one is chosen or named. */
export const networkWords: Readonly<Record<Network, string>> = { testnet: "Testnet", mainnet: "Mainnet" };
