import { setTimeout as pause } from "node:timers/promises";
import { blockTopic, type ChainFamily } from "../chains/chain-name.ts";
import type { WakeUp } from "../db/wake-up.ts";
import { systemCause } from "../kernel/cause.ts";
import { networks } from "../kernel/id.ts";
import { createKeyProviders } from "../keys/adapters/key-providers.ts";
import { retryUnreachable } from "../keys/key-wrapper.ts";
import { openSeeds, type Seeds } from "../startup/open-seeds.ts";
import { type ProviderKeys, providerKeysOf } from "../startup/provider-keys.ts";
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
  const providers = createKeyProviders(config.keyProviders);
  const local = parts.localChains;
  const providerKeys = providerKeysOf(config.signers, providers);
  if (config.roles.has("worker")) await readProviderKeys(parts, seeds, providerKeys);
  local?.onBlock((key) => wakeUp.nudge(blockTopic(key)));
  const chains = createChains({
    settings: config.chains,
    seeds,
    local,
    providerKeys,
    clock,
    onNodeFailure: ({ error, ...failure }) =>
      logger.warn({ ...failure, err: error }, "RPC node did not respond"),
  });
  for (const seed of Object.values(seeds)) seed?.fill(0);
  return {
    chains,
    close: async () => {
      await local?.close();
      await providers.close();
    },
  };
}

/** Fifteen seconds in total, as for the master key. */
const retries = { maxAttempts: 5, firstPauseMs: 1_000, pause };
const families = ["evm", "solana", "stellar"] as const satisfies readonly ChainFamily[];

/** A key that its provider does not have, or denies, ends the start with the provider's reason. */
async function readProviderKeys(
  { logger }: AppParts,
  seeds: Seeds,
  providerKeys: ProviderKeys,
): Promise<void> {
  const onRetry = (error: Error): void =>
    logger.warn({ err: error }, "the provider of a role key did not respond; retrying");
  for (const network of networks.filter((name) => seeds[name] !== undefined)) {
    for (const family of families) {
      for (const key of providerKeys({ network, family }).values()) {
        await retryUnreachable(() => key.publicKey(), { ...retries, onRetry });
      }
    }
  }
}
