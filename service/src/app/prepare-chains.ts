import type { Chain } from "../chains/chain.ts";
import { keepRoleAddresses } from "../chains/custody/key-role-addresses.ts";
import { localPassphrases } from "../chains/local-chains.ts";
import type { KeyRef } from "../chains/signer.ts";
import { openChannels } from "../chains/stellar/open-channels.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import type { AppParts } from "./app-parts.ts";
import { type Chains, stellarChannels } from "./chains.ts";

const remoteChannelPauseMs = 250;
/** Twenty seconds: the start fails without the channels, and a busy machine produces the blocks late. */
const localChannels = { pauseMs: 50, maxRounds: 400 } as const;
const retryMs = 10_000;

/** Compares the addresses of all sender queues with the stored ones: a wrong seed is detected before it signs. */
export async function keepSenders({ database }: AppParts, chains: Chains): Promise<void> {
  for (const { key, family, senderQueues } of chains.all()) {
    const keys = senderQueues.flatMap(({ role, count }): readonly KeyRef[] =>
      Array.from({ length: count }, (_, index) => ({ role, index })),
    );
    const place = { network: key.network, family };
    await database.transaction((tx) => keepRoleAddresses(chains.custody, tx, { place, keys }));
  }
}

/** Local chains: gas for the sender queues, and Stellar's channel accounts. */
export async function prepareLocalChains(parts: AppParts, chains: Chains): Promise<void> {
  const prepare = async (chain: Chain): Promise<void> => {
    const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
    await parts.localChains?.fundSenderQueues(chain, chains.nodesOf(chain.key), signer);
    await prepareSenders(parts, chains, chain);
  };
  await Promise.all(
    chains
      .all()
      .filter(({ key }) => chains.isLocal(key))
      .map(prepare),
  );
}

/** Remote chains: the same channel accounts, with retries, so that an unreachable chain does not block the others. */
export function createPreparation(parts: AppParts, chains: Chains): Pick<PollLoop, "start" | "stop"> {
  let waiting = chains.all().filter(({ key }) => !chains.isLocal(key));
  return createPollLoop({
    name: "chains.prepare",
    pollMs: retryMs,
    onError: (error) => parts.logger.warn({ err: error }, "chains could not be prepared"),
    turn: async () => {
      const failed: Chain[] = [];
      for (const chain of waiting) {
        await prepareSenders(parts, chains, chain).catch((error: unknown) => {
          failed.push(chain);
          parts.logger.warn({ ...chain.key, err: error }, "chain could not be prepared; retrying");
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
  const isLocal = chains.isLocal(chain.key);
  const passphrase = isLocal ? localPassphrases[network] : (config.chains.of(chain.key).passphrase ?? "");
  await openChannels({
    nodes: chains.nodesOf(chain.key),
    passphrase,
    signer: chains.signerOf({ network, family: chain.family }),
    channels: stellarChannels,
    ...(isLocal ? localChannels : { pauseMs: remoteChannelPauseMs }),
  });
}
