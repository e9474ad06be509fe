import { standardChains } from "../src/chains/chain-name.ts";
import { networks } from "../src/kernel/id.ts";

/** Settings of a deployment without chains. */
export const chainsOff: Readonly<Record<string, string>> = Object.fromEntries(
  networks.flatMap((network) =>
    standardChains.map((chain) => [`CHAIN_${network.toUpperCase()}_${chain.toUpperCase()}_RPC_URLS`, "off"]),
  ),
);
