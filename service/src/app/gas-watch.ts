import { Gauge, type Registry } from "prom-client";
import type { Chain } from "../chains/chain.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { gasFloorsOf, lowGas, readGas } from "../chains/custody/gas-watch.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import type { AppParts } from "./app-parts.ts";
import type { Chains } from "./chains.ts";

const checkEveryMs = 60_000;

/** Warns before a gas wallet runs out of funds. */
export function createGasWatch(
  parts: AppParts,
  chains: Chains,
  registry: Registry,
): Pick<PollLoop, "start" | "stop"> {
  const low = new Gauge({
    name: "florin_chain_low_gas",
    help: "1 when the balance of a gas wallet is below its minimum",
    labelNames: ["network", "chain", "role"],
    registers: [registry],
  });
  const reachable = new Gauge({
    name: "florin_chain_reachable",
    help: "1 when an RPC node of the chain responded to the last check, every minute",
    labelNames: ["network", "chain"],
    registers: [registry],
  });
  return createPollLoop({
    name: "chains.gas",
    pollMs: checkEveryMs,
    onError: (error) => parts.logger.warn({ err: error }, "gas balances could not be read"),
    turn: async () => {
      for (const chain of chains.all()) await checkGas(parts, chains, chain, { low, reachable });
      return "wait";
    },
  });
}

async function checkGas(
  { logger }: AppParts,
  chains: Chains,
  chain: Chain,
  { low, reachable }: { readonly low: Gauge; readonly reachable: Gauge },
): Promise<void> {
  const { network, chain: name } = chain.key;
  const signer = chains.signerOf({ network, family: chain.family });
  try {
    const readings = await readGas({ chain, signer }, gasFloorsOf(name));
    reachable.set({ network, chain: name }, 1);
    for (const { key, isLow } of readings) low.set({ network, chain: name, role: key.role }, isLow ? 1 : 0);
    for (const { key, address, balance, floor } of lowGas(readings)) {
      const line = {
        network,
        chain: name,
        role: key.role,
        address,
        balance: `${balance}`,
        floor: `${floor}`,
      };
      logger.warn(line, "gas wallet is below its minimum; send it more of the chain's native coin");
    }
  } catch (error) {
    // The chain workers report an unreachable chain.
    if (!(error instanceof ChainUnavailableError)) throw error;
    reachable.set({ network, chain: name }, 0);
  }
}
