import { join } from "node:path";
import { type ChainKey, chainNames } from "../chains/chain-name.ts";
import { systemCause } from "../kernel/cause.ts";
import { networks } from "../kernel/id.ts";
import type { LocalChains } from "../sandbox/local-chains/local-chains.ts";
import type { AppParts } from "../startup/app-parts.ts";
import { type Chains, createChains } from "./chains.ts";
import { openSeeds } from "./open-seeds.ts";

/** The chains, with those that run in this process. */
export interface OpenedChains {
  readonly chains: Chains;
  close(): Promise<void>;
}

const cause = systemCause("startup.custody");

export async function openChains(parts: AppParts): Promise<OpenedChains> {
  const { config, clock, logger } = parts;
  const seeds = await openSeeds(parts, cause);
  const local = parts.startsLocalChains === true ? await startLocal(parts) : undefined;
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

/** Loaded only on demand: the engines of local chains are native code and not available on all platforms. */
async function startLocal({ config, clock, logger, onProgress }: AppParts): Promise<LocalChains | undefined> {
  const requested = networks.flatMap((network) =>
    chainNames
      .filter((chain) => config.chains[network][chain].nodes === "local")
      .map((chain): ChainKey => ({ network, chain })),
  );
  if (requested.length === 0) return undefined;
  onProgress?.("starting the local chains");
  const { startLocalChains } = await import("../sandbox/local-chains/local-chains.ts");
  return startLocalChains({
    folder: join(config.dataFolder, "chains"),
    requested,
    firstPort: config.port === 0 ? 0 : config.port + 1,
    clock,
    onError: (error) => logger.error({ err: error }, "local chain could not produce a block"),
  });
}
