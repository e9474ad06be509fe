import { Gauge, type Registry } from "prom-client";
import type { Chain } from "../chains/chain.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { type GasReading, gasFloorsOf, lowGas, readGas } from "../chains/custody/gas-watch.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import { platformTenant } from "../kernel/id.ts";
import { noteLevels } from "../statistics/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Chains } from "./chains.ts";

const checkEveryMs = 60_000;
const hourMs = 60 * checkEveryMs;

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
  const history = createGasHistory(parts);
  return createPollLoop({
    name: "chains.gas",
    pollMs: checkEveryMs,
    onError: (error) => parts.logger.warn({ err: error }, "gas balances could not be read"),
    turn: async () => {
      for (const chain of chains.all()) {
        const readings = await checkGas(parts, chains, chain, { low, reachable });
        await history.note(chain, readings);
      }
      return "wait";
    },
  });
}

/** Notes the balances for the console's charts, once an hour for each chain. */
function createGasHistory({ database, clock }: AppParts) {
  const notedHours = new Map<Chain, number>();
  return {
    note: async (chain: Chain, readings: readonly GasReading[]): Promise<void> => {
      const hour = Math.floor(clock.now() / hourMs);
      if (readings.length === 0 || notedHours.get(chain) === hour) return;
      const { network, chain: detail } = chain.key;
      const levels = readings.map(({ key: { role, index }, balance }) => ({
        series: "gas",
        name: index === 0 ? role : `${role} ${index + 1}`,
        detail,
        units: balance,
      }));
      await noteLevels(database, { tenantId: platformTenant, network }, clock.now(), levels);
      notedHours.set(chain, hour);
    },
  };
}

async function checkGas(
  { logger }: AppParts,
  chains: Chains,
  chain: Chain,
  { low, reachable }: { readonly low: Gauge; readonly reachable: Gauge },
): Promise<readonly GasReading[]> {
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
    return readings;
  } catch (error) {
    // The chain workers report an unreachable chain.
    if (!(error instanceof ChainUnavailableError)) throw error;
    reachable.set({ network, chain: name }, 0);
    return [];
  }
}
