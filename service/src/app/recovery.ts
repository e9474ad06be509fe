import { setTimeout as wait } from "node:timers/promises";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import { ChainUnavailableError } from "../chains/chain.ts";
import { selectOpenRestore } from "../db/restores/restore-store.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { networks } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import { createKeyProviders } from "../keys/adapters/key-providers.ts";
import { BankUnavailableError } from "../rails/bank.ts";
import { type Comparison, type ComparisonDeps, compare, recover } from "../recovery/index.ts";
import { openSeeds } from "../startup/open-seeds.ts";
import { providerKeysOf } from "../startup/provider-keys.ts";
import { StartupError } from "../startup/startup-error.ts";
import { selectCatalogContracts } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import { openBanks } from "./banks.ts";
import { createChains } from "./chains.ts";

const pauseMs = 5_000;
const cause = systemCause("startup.recovery");

/**
 * A restored database is recovered before anything else runs on it, once an operator has requested it. Until then the
 * service does not start: it could repeat what was sent after the moment of the restore.
 */
export async function recoverOrRefuse(parts: AppParts): Promise<void> {
  const { database, logger } = parts;
  const restore = await selectOpenRestore(database);
  if (restore === undefined) return;
  if (!restore.isRequested) throw new StartupError(notRequestedText(formatInstant(restore.takenAt)));
  logger.info({ restore: restore.id }, "recovering a restored database");
  const report = await withOutside(parts, (outside) => recover({ ...parts, ...outside, cause }));
  logger.info({ restore: restore.id, ...report }, "recovered; see florin admin recover differences");
}

/**
 * What a recovery would find on chains and at banks now. Changes nothing. Chains that run in the service's process are
 * compared only there. `@florin/service/recovery`, for the command line: the admin API has no chains.
 */
export function compareWithOutside(parts: OutsideParts): Promise<Comparison> {
  return withOutside(parts, (outside) => compare({ ...outside, database: parts.database }));
}

type OutsideParts = Pick<
  AppParts,
  "config" | "clock" | "newId" | "keyRing" | "database" | "localChains" | "onProgress"
>;

/** Runs work with the chains and banks of the deployment, as far as a recovery reads them. */
async function withOutside<Result>(
  parts: OutsideParts,
  work: (outside: Omit<ComparisonDeps, "database">) => Promise<Result>,
): Promise<Result> {
  const { config, database, keyRing, onProgress = () => {} } = parts;
  const providers = createKeyProviders(config.keyProviders);
  const seeds = await openSeeds(parts, cause);
  const chains = createChains({
    settings: config.chains,
    seeds,
    local: parts.localChains,
    providerKeys: providerKeysOf(config.signers, providers),
    clock: parts.clock,
    onNodeFailure: ({ network, chain }) => onProgress(`${network}/${chain}: an RPC node did not respond`),
  });
  for (const seed of Object.values(seeds)) seed?.fill(0);
  const sandboxKey = await loadOrCreateServiceKey(database, keyRing, "sandbox-bank");
  const banks = await openBanks(parts, createKeyRing(sandboxKey));
  try {
    return await work({
      chains: chains.all(),
      isLocal: ({ key }) => chains.isLocal(key),
      addressOf: async (chain, key) => {
        const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
        return chain.addressOf(await signer.publicKey(key));
      },
      wallets: chains.wallets,
      contracts: selectCatalogContracts,
      banks: networks.map(banks.of),
      pause: () => wait(pauseMs),
      report: onProgress,
    });
  } catch (error) {
    // Unlike a worker, a start does not try again: the operator needs the reason.
    if (error instanceof ChainUnavailableError || error instanceof BankUnavailableError)
      throw new StartupError(`The recovery stopped. ${error.message}`, { cause: error });
    throw error;
  } finally {
    await banks.close();
    await providers.close();
  }
}

function notRequestedText(takenAt: string): string {
  return (
    `This database was restored to its state of ${takenAt}. What happened on chains and at banks since is missing in ` +
    "it, and would be repeated. Run: florin admin recover"
  );
}
