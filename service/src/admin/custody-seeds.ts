import { auditChange } from "../audit/index.ts";
import {
  createSeed,
  exportWords,
  findSeed,
  importSeed,
  type SeedChange,
  type SeedDeps,
} from "../chains/custody/seeds.ts";
import type { WalletSeed } from "../chains/custody/store.ts";
import type { Transaction } from "../db/database.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { AdminContext } from "./open-admin.ts";

/** Public facts about the seed of a network. */
export function presentWalletSeed({ network, fingerprint, origin, createdAt }: WalletSeed) {
  return { network, fingerprint, origin, created: formatInstant(createdAt) };
}

/** Creates the seed of a network, once. It is not shown; see exportWalletSeed. */
export async function createWalletSeed(admin: AdminContext, network: Network): Promise<WalletSeed> {
  const deps = await seedDeps(admin);
  return admin.database.transaction((tx) => createSeed(deps, tx, network));
}

/** Imports a mnemonic as the seed, or re-encrypts the existing seed if the mnemonic matches it. */
export async function importWalletSeed(
  admin: AdminContext,
  request: { readonly network: Network; readonly words: string },
): Promise<WalletSeed> {
  const deps = await seedDeps(admin);
  return admin.database.transaction((tx) => importSeed(deps, tx, request));
}

/** Doesn't need the master key. */
export function showWalletSeed(admin: AdminContext, network: Network): Promise<WalletSeed> {
  return findSeed(admin.database, network);
}

/** The mnemonic of a seed. The request is recorded in the audit log before the mnemonic is returned. */
export async function exportWalletSeed(admin: AdminContext, network: Network): Promise<string> {
  const deps = await seedDeps(admin);
  return admin.database.transaction((tx) => exportWords(deps, tx, network));
}

async function seedDeps(admin: AdminContext): Promise<SeedDeps> {
  return {
    clock: admin.clock,
    keyRing: await admin.loadKeyRing(),
    recordChange: (tx, change) => recordSeedChange(admin, tx, change),
  };
}

async function recordSeedChange(
  admin: AdminContext,
  tx: Transaction,
  { verb, seed: { network, fingerprint, origin } }: SeedChange,
): Promise<void> {
  await auditChange(admin, tx, {
    cause: admin.cause,
    action: `wallet_seed.${verb}`,
    of: { tenantId: undefined, network, id: network },
    after: { fingerprint, origin },
  });
}
