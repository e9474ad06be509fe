import { setTimeout as wait } from "node:timers/promises";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import { systemCause } from "../kernel/cause.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { networks } from "../kernel/id.ts";
import { findOpenRestore, recover } from "../recovery/index.ts";
import { StartupError } from "../startup/startup-error.ts";
import { selectContracts } from "../tokens/index.ts";
import type { AppParts } from "./app-parts.ts";
import { openBanks } from "./banks.ts";
import { openChains } from "./open-chains.ts";

const pauseMs = 5_000;
const noWakeUp = { nudge: () => {} };

/**
 * A restored database is recovered before anything else runs on it, once an operator has requested it. Until then the
 * service does not start: it could repeat what was sent after the moment of the restore.
 */
export async function recoverOrRefuse(parts: AppParts): Promise<void> {
  const { database, logger, onProgress = () => {} } = parts;
  const restore = await findOpenRestore(database);
  if (restore === undefined) return;
  if (!restore.isRequested) throw new StartupError(notRequestedText);
  logger.info({ restore: restore.id }, "recovering a restored database");
  const { chains } = await openChains(parts, noWakeUp);
  const banks = await openBanks(parts, await sandboxKeyRing(parts, database));
  try {
    const report = await recover({
      ...parts,
      cause: systemCause("startup.recovery"),
      chains: chains.all().filter(({ key }) => !chains.isLocal(key)),
      addressOf: async (chain, key) => {
        const signer = chains.signerOf({ network: chain.key.network, family: chain.family });
        return chain.addressOf(await signer.publicKey(key));
      },
      wallets: chains.wallets,
      contracts: selectContracts,
      banks: networks.map(banks.of),
      pause: () => wait(pauseMs),
      report: onProgress,
    });
    logger.info({ restore: restore.id, ...report }, "recovered; see florin admin recover differences");
  } finally {
    await banks.close();
  }
}

async function sandboxKeyRing({ keyRing }: AppParts, database: Database) {
  return createKeyRing(await loadOrCreateServiceKey(database, keyRing, "sandbox-bank"));
}

const notRequestedText =
  "This database was restored to an earlier moment. What happened on chains and at banks since is missing in it, and " +
  "would be repeated. Run: florin admin recover";
