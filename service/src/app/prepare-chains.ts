import type { Chain } from "../chains/chain.ts";
import { keepDutyAddresses } from "../chains/custody/duty-addresses.ts";
import type { KeyRef } from "../chains/signer.ts";
import { openChannels } from "../chains/stellar/open-channels.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import { fundLanes } from "../sandbox/local-chains/fund-lanes.ts";
import { localPassphrases } from "../sandbox/local-chains/local-chain-ids.ts";
import type { AppParts } from "../startup/app-parts.ts";
import { type Chains, stellarChannels } from "./chains.ts";

const channelPauseMs = 250;
const tryAgainMs = 10_000;

/** Compares the addresses of everything that sends with those of before: a wrong seed is noticed before it signs. */
export async function keepSenders({ database }: AppParts, chains: Chains): Promise<void> {
  for (const { key, family, lanes } of chains.all()) {
    const keys = lanes.flatMap(({ duty, count }): readonly KeyRef[] =>
      Array.from({ length: count }, (_, index) => ({ duty, index })),
    );
    const place = { network: key.network, family };
    await database.transaction((tx) => keepDutyAddresses(chains.custody, tx, { place, keys }));
  }
}

/** On chains of this machine: something to pay fees with, and the accounts that lend sequences. */
export async function prepareLocalChains(parts: AppParts, chains: Chains): Promise<void> {
  for (const chain of chains.all().filter(({ key }) => chains.isLocal(key))) {
    const { network } = chain.key;
    const signer = chains.signerOf({ network, family: chain.family });
    await fundLanes(chain, chains.nodesOf(chain.key), signer);
    await prepareSenders(parts, chains, chain);
  }
}

/** On the chains of others the same, as soon as they can be asked: one that is down holds up nobody else. */
export function createPreparation(parts: AppParts, chains: Chains): Pick<PollLoop, "start" | "stop"> {
  let waiting = chains.all().filter(({ key }) => !chains.isLocal(key));
  return createPollLoop({
    pollMs: tryAgainMs,
    onError: (error) => parts.logger.warn({ err: error }, "a chain could not be made ready"),
    turn: async () => {
      const failed: Chain[] = [];
      for (const chain of waiting) {
        await prepareSenders(parts, chains, chain).catch((error: unknown) => {
          failed.push(chain);
          parts.logger.warn(
            { ...chain.key, err: error },
            "a chain is not ready to be worked on; trying again",
          );
        });
      }
      waiting = failed;
      return "wait";
    },
  });
}

async function prepareSenders({ config }: AppParts, chains: Chains, chain: Chain): Promise<void> {
  if (chain.family !== "stellar") return;
  const { network } = chain.key;
  const passphrase = chains.isLocal(chain.key)
    ? localPassphrases[network]
    : (config.chains[network].stellar.passphrase ?? "");
  await openChannels({
    nodes: chains.nodesOf(chain.key),
    passphrase,
    signer: chains.signerOf({ network, family: chain.family }),
    channels: stellarChannels,
    pauseMs: channelPauseMs,
  });
}
