import { Gauge, type Registry } from "prom-client";
import type { Chain } from "../chains/chain.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { defaultGasFloors, lowGas, readGas } from "../chains/custody/gas-watch.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import type { AppParts } from "../startup/app-parts.ts";
import type { Chains } from "./chains.ts";

const lookEveryMs = 60_000;

/** Warns before those who pay for work on chains cannot pay any more. */
export function createGasWatch(
  parts: AppParts,
  chains: Chains,
  registry: Registry,
): Pick<PollLoop, "start" | "stop"> {
  const low = new Gauge({
    name: "florin_chain_low_gas",
    help: "1 when an address that pays fees on a chain has less than its floor",
    labelNames: ["network", "chain", "duty"],
    registers: [registry],
  });
  return createPollLoop({
    pollMs: lookEveryMs,
    onError: (error) => parts.logger.warn({ err: error }, "the gas of a chain could not be read"),
    turn: async () => {
      for (const chain of chains.all()) await look(parts, chains, chain, low);
      return "wait";
    },
  });
}

async function look({ logger }: AppParts, chains: Chains, chain: Chain, low: Gauge): Promise<void> {
  const { network, chain: name } = chain.key;
  const signer = chains.signerOf({ network, family: chain.family });
  try {
    const readings = await readGas({ chain, signer }, defaultGasFloors[chain.family]);
    for (const { key, isLow } of readings) low.set({ network, chain: name, duty: key.duty }, isLow ? 1 : 0);
    for (const { key, address, balance, floor } of lowGas(readings)) {
      const line = {
        network,
        chain: name,
        duty: key.duty,
        address,
        balance: `${balance}`,
        floor: `${floor}`,
      };
      logger.warn(line, "an address that pays fees runs low; send it more of the chain's own coin");
    }
  } catch (error) {
    // A chain that cannot be asked is reported by those who work on it.
    if (!(error instanceof ChainUnavailableError)) throw error;
  }
}
