import { blockTopic } from "../chains/chain-name.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { systemCause } from "../kernel/cause.ts";
import { openSeeds } from "../startup/open-seeds.ts";
import type { AppParts } from "./app-parts.ts";
import { type Chains, createChains } from "./chains.ts";

/** The chains, with those that run in this process. */
export interface OpenedChains {
  readonly chains: Chains;
  close(): Promise<void>;
}

const cause = systemCause("startup.custody");

export async function openChains(parts: AppParts, wakeUp: Pick<WakeUp, "nudge">): Promise<OpenedChains> {
  const { config, clock, logger } = parts;
  const seeds = await openSeeds(parts, cause);
  const local = parts.localChains;
  local?.onBlock((key) => wakeUp.nudge(blockTopic(key)));
  const chains = createChains({
    settings: config.chains,
    seeds,
    local,
    clock,
    onNodeFailure: ({ error, ...failure }) =>
      logger.warn({ ...failure, err: error }, "RPC node did not respond"),
  });
  for (const seed of Object.values(seeds)) seed?.fill(0);
  return {
    chains,
    close: async () => local?.close(),
  };
}
