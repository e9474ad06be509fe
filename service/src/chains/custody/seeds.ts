import type { Database, Session, Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type KeyRing, open, seal } from "../../kernel/envelope.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import { seedContext } from "../tables.ts";
import { fingerprintOf, makeEntropy, readWords, seedOf, wordsOf } from "./seed-words.ts";
import {
  insertSeed,
  lockSeeds,
  type SealedSeed,
  type SeedOrigin,
  selectSeed,
  updateSealedSeed,
  type WalletSeed,
} from "./store.ts";

export interface SeedDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Writes the audit log entry, in the database transaction of the change. */
  readonly recordChange: (tx: Transaction, change: SeedChange) => Promise<void>;
}

export interface SeedChange {
  readonly verb: "create" | "import" | "restore" | "export";
  readonly seed: WalletSeed;
}

export interface OpenedSeed extends WalletSeed {
  /** 64 bytes, for createKeystoreSigner; wipe them when the signers are made. */
  readonly bytes: Buffer;
}

/**
 * Opens the seed of a network. Creates one only where allowed, as on a developer's machine: a seed that secures real
 * funds is created by an operator, who backs it up first.
 */
export async function loadOrCreateSeed(
  deps: SeedDeps & { readonly database: Database },
  { network, mayCreate }: { readonly network: Network; readonly mayCreate: boolean },
): Promise<OpenedSeed> {
  const { database, keyRing } = deps;
  if (mayCreate && (await selectSeed(database, { network })) === undefined) {
    const entropy = makeEntropy();
    // If two processes start concurrently, the first one's seed is kept and both use it.
    await database.transaction((tx) =>
      storeSeed(deps, tx, { network, entropy, origin: "made_at_start", verb: "create" }),
    );
    entropy.fill(0);
  }
  return openSeed(keyRing, database, network);
}

/** Created by the operator, once. */
export async function createSeed(deps: SeedDeps, tx: Transaction, network: Network): Promise<WalletSeed> {
  const entropy = makeEntropy();
  const created = await storeSeed(deps, tx, { network, entropy, origin: "made_by_operator", verb: "create" });
  entropy.fill(0);
  if (created === undefined) throw conflict(`${network} already has a seed; a seed is never replaced`);
  return created;
}

/**
 * Imports existing words as the seed. If they already are the seed, it is encrypted again, which recovers from the loss
 * of the master key.
 */
export async function importSeed(
  deps: SeedDeps,
  tx: Transaction,
  { network, words }: { readonly network: Network; readonly words: string },
): Promise<WalletSeed> {
  const entropy = orThrow(readWords(words));
  const created = await storeSeed(deps, tx, { network, entropy, origin: "imported", verb: "import" });
  if (created !== undefined) return created;
  const existing = (await lockSeeds(tx)).find((seed) => seed.network === network);
  const fingerprint = fingerprintOf(await seedOf(entropy));
  if (existing === undefined)
    throw conflict("these words are the seed of the other network; networks must not share a seed");
  if (existing.fingerprint !== fingerprint) {
    throw conflict(
      `the seed of ${network} has the fingerprint ${existing.fingerprint}, but these words have ${fingerprint}`,
    );
  }
  const sealed = seal(deps.keyRing, entropy, seedContext({ network }));
  await updateSealedSeed(tx, { network, sealed });
  await deps.recordChange(tx, { verb: "restore", seed: withoutSealed(existing) });
  return withoutSealed(existing);
}

/** The words give full control over all funds, so the export is recorded in the audit log first. */
export async function exportWords(deps: SeedDeps, tx: Transaction, network: Network): Promise<string> {
  const existing = await requireSeed(tx, network);
  const entropy = open(deps.keyRing, existing.sealed, seedContext({ network }));
  await deps.recordChange(tx, { verb: "export", seed: withoutSealed(existing) });
  const words = wordsOf(entropy);
  entropy.fill(0);
  return words;
}

export async function hasSeed(session: Session, network: Network): Promise<boolean> {
  return (await selectSeed(session, { network })) !== undefined;
}

export async function findSeed(session: Session, network: Network): Promise<WalletSeed> {
  return withoutSealed(await requireSeed(session, network));
}

export async function openSeed(keyRing: KeyRing, session: Session, network: Network): Promise<OpenedSeed> {
  const existing = await requireSeed(session, network);
  const entropy = open(keyRing, existing.sealed, seedContext({ network }));
  const bytes = await seedOf(entropy);
  entropy.fill(0);
  assert(fingerprintOf(bytes) === existing.fingerprint, "a seed matches its stored fingerprint");
  return { ...withoutSealed(existing), bytes };
}

interface SeedToStore {
  readonly network: Network;
  readonly entropy: Buffer;
  readonly origin: SeedOrigin;
  readonly verb: SeedChange["verb"];
}

/** Undefined if there already is one. */
async function storeSeed(
  deps: SeedDeps,
  tx: Transaction,
  toStore: SeedToStore,
): Promise<WalletSeed | undefined> {
  const { network, entropy, origin, verb } = toStore;
  const bytes = await seedOf(entropy);
  const seed = { network, origin, fingerprint: fingerprintOf(bytes), createdAt: deps.clock.now() };
  bytes.fill(0);
  const sealed = seal(deps.keyRing, entropy, seedContext({ network }));
  if (!(await insertSeed(tx, { ...seed, sealed }))) return undefined;
  await deps.recordChange(tx, { verb, seed });
  return seed;
}

async function requireSeed(session: Session, network: Network): Promise<SealedSeed> {
  const existing = await selectSeed(session, { network });
  if (existing !== undefined) return existing;
  throw new RefusalError(
    refuse(
      "not_found",
      `${network} has no wallet seed, from which the keys on all chains are derived. Create one with ` +
        `"florin admin custody seed create --network ${network}", or import yours with "florin admin custody seed import ` +
        `--network ${network}"`,
    ),
  );
}

function withoutSealed({ network, fingerprint, origin, createdAt }: WalletSeed): WalletSeed {
  return { network, fingerprint, origin, createdAt };
}

function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}
