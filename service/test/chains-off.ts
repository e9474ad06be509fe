import { standardChains } from "../src/chains/chain-name.ts";
import { networks } from "../src/kernel/id.ts";

/** Settings of a deployment without chains. */
export const chainsOff: Readonly<Record<string, string>> = Object.fromEntries(
  networks.flatMap((network) =>
    standardChains.map((chain) => [`CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}_RPC_URLS`, "off"]),
  ),
);

/** Settings of a deployment with base and solana on testnet: it starts sooner than with all chains. */
export const fewChains: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(chainsOff).filter(([name]) => !/^CHAIN_TESTNET_(?:BASE|SOLANA)_/.test(name)),
);
