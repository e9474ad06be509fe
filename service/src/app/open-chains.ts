import { join } from "node:path";
import type { Chain } from "../chains/chain.ts";
import { type ChainKey, chainNames } from "../chains/chain-name.ts";
import { keepDutyAddresses } from "../chains/custody/duty-addresses.ts";
import type { KeyRef } from "../chains/signer.ts";
import { openChannels } from "../chains/stellar/open-channels.ts";
import { systemCause } from "../kernel/cause.ts";
import { networks } from "../kernel/id.ts";
import { fundLanes } from "../sandbox/local-chains/fund-lanes.ts";
import { localPassphrases } from "../sandbox/local-chains/local-chain-ids.ts";
import type { LocalChains } from "../sandbox/local-chains/local-chains.ts";
import type { AppParts } from "../startup/app-parts.ts";
import { type Chains, createChains, stellarChannels } from "./chains.ts";
import { openSeeds } from "./open-seeds.ts";

/** The chains, and what of them runs in this process. */
export interface OpenedChains {
  readonly chains: Chains;
  /** Makes ready what work on chains needs: fees to pay with on local chains, and accounts that lend sequences. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

const cause = systemCause("startup.custody");
const channelPauseMs = 250;

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
      logger.warn({ ...failure, err: error }, "a node of a chain did not answer"),
  });
  for (const seed of Object.values(seeds)) seed?.fill(0);
  return {
    chains,
    prepare: () => prepareChains(parts, chains),
    close: async () => local?.close(),
  };
}

/** Loaded only when it is needed: the engines of local chains are made for each platform, and not for all. */
async function startLocal({ config, clock, logger }: AppParts): Promise<LocalChains | undefined> {
  const wanted = networks.flatMap((network) =>
    chainNames
      .filter((chain) => config.chains[network][chain].nodes === "local")
      .map((chain): ChainKey => ({ network, chain })),
  );
  if (wanted.length === 0) return undefined;
  const { startLocalChains } = await import("../sandbox/local-chains/local-chains.ts");
  return startLocalChains({
    folder: join(config.dataFolder, "chains"),
    wanted,
    firstPort: config.port === 0 ? 0 : config.port + 1,
    clock,
    onError: (error) => logger.error({ err: error }, "a local chain could not make a block"),
  });
}

/** Everything that sends: a seed that is not the one from before is noticed here, before it signs. */
function keysOf({ lanes }: Chain): readonly KeyRef[] {
  return lanes.flatMap(({ duty, count }) => Array.from({ length: count }, (_, index) => ({ duty, index })));
}

async function prepareChains({ config, database }: AppParts, chains: Chains): Promise<void> {
  for (const chain of chains.all()) {
    const { network } = chain.key;
    const nodes = chains.nodesOf(chain.key);
    const signer = chains.signerOf({ network, family: chain.family });
    await database.transaction((tx) =>
      keepDutyAddresses(chains.custody, tx, {
        place: { network, family: chain.family },
        keys: keysOf(chain),
      }),
    );
    const isLocal = chains.isLocal(chain.key);
    if (isLocal) await fundLanes(chain, nodes, signer);
    if (chain.family === "stellar") {
      const passphrase = isLocal
        ? localPassphrases[network]
        : (config.chains[network].stellar.passphrase ?? "");
      await openChannels({ nodes, passphrase, signer, channels: stellarChannels, pauseMs: channelPauseMs });
    }
  }
}
