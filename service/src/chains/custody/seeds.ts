import type { Database, Session, Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { type KeyRing, needsReseal, open, reseal, seal } from "../../kernel/envelope.ts";
import type { Network } from "../../kernel/id.ts";
import type { Clock } from "../../kernel/instant.ts";
import { orThrow, RefusalError, refuse } from "../../kernel/refusal.ts";
import {
  insertSeed,
  type SealedSeed,
  type SeedOrigin,
  selectSeed,
  selectSeedsForUpdate,
  updateSealedSeed,
  type WalletSeed,
} from "./seed-store.ts";
import { fingerprintOf, makeEntropy, readWords, seedOf, wordsOf } from "./seed-words.ts";

export interface SeedDeps {
  readonly keyRing: KeyRing;
  readonly clock: Clock;
  /** Tells whoever keeps the audit log, in the transaction of the change. */
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
 * The seed of a network, opened. Only where it may, as on a developer's machine, it makes one by itself: a seed that
 * real money hangs on is made by a person, who writes it down first.
 */
export async function loadOrCreateSeed(
  deps: SeedDeps & { readonly database: Database },
  { network, mayCreate }: { readonly network: Network; readonly mayCreate: boolean },
): Promise<OpenedSeed> {
  const { database, keyRing } = deps;
  if (mayCreate && (await selectSeed(database, network)) === undefined) {
    const entropy = makeEntropy();
    // When two nodes start at once the first one's seed stays, and both get that one.
    await database.transaction((tx) =>
      store(deps, tx, { network, entropy, origin: "made_at_start", verb: "create" }),
    );
    entropy.fill(0);
  }
  return openSeed(keyRing, database, network);
}

/** Made by the operator, once. */
export async function createSeed(deps: SeedDeps, tx: Transaction, network: Network): Promise<WalletSeed> {
  const entropy = makeEntropy();
  const made = await store(deps, tx, { network, entropy, origin: "made_by_operator", verb: "create" });
  entropy.fill(0);
  if (made === undefined) throw conflict(`${network} has a seed, and a seed is never replaced`);
  return made;
}

/**
 * Words that exist already become the seed. Where they are the seed already, it is sealed anew, which is the way back
 * when the master key is lost.
 */
export async function importSeed(
  deps: SeedDeps,
  tx: Transaction,
  { network, words }: { readonly network: Network; readonly words: string },
): Promise<WalletSeed> {
  const entropy = orThrow(readWords(words));
  const made = await store(deps, tx, { network, entropy, origin: "imported", verb: "import" });
  if (made !== undefined) return made;
  const known = (await selectSeedsForUpdate(tx)).find((seed) => seed.network === network);
  const fingerprint = fingerprintOf(await seedOf(entropy));
  if (known === undefined)
    throw conflict("these words are the seed of the other network, and none is shared");
  if (known.fingerprint !== fingerprint) {
    throw conflict(
      `the seed of ${network} has the fingerprint ${known.fingerprint}, and these words have ${fingerprint}`,
    );
  }
  const sealed = seal(deps.keyRing, entropy, contextOf(network));
  await updateSealedSeed(tx, { ...known, sealed });
  await deps.recordChange(tx, { verb: "restore", seed: told(known) });
  return told(known);
}

/** The words themselves. Whoever reads them can move everything, so that it was done is recorded first. */
export async function exportWords(deps: SeedDeps, tx: Transaction, network: Network): Promise<string> {
  const known = await requireSeed(tx, network);
  const entropy = open(deps.keyRing, known.sealed, contextOf(network));
  await deps.recordChange(tx, { verb: "export", seed: told(known) });
  const words = wordsOf(entropy);
  entropy.fill(0);
  return words;
}

export async function hasSeed(session: Session, network: Network): Promise<boolean> {
  return (await selectSeed(session, network)) !== undefined;
}

export async function findSeed(session: Session, network: Network): Promise<WalletSeed> {
  return told(await requireSeed(session, network));
}

export async function openSeed(keyRing: KeyRing, session: Session, network: Network): Promise<OpenedSeed> {
  const known = await requireSeed(session, network);
  const entropy = open(keyRing, known.sealed, contextOf(network));
  const bytes = await seedOf(entropy);
  entropy.fill(0);
  assert(fingerprintOf(bytes) === known.fingerprint, "a seed has the fingerprint that it was stored with");
  return { ...told(known), bytes };
}

/** Wraps seeds with the current master key; answers how many depended on another. */
export async function resealSeeds(
  { keyRing }: { readonly keyRing: KeyRing },
  tx: Transaction,
): Promise<number> {
  const due = (await selectSeedsForUpdate(tx)).filter(({ sealed }) => needsReseal(keyRing, sealed));
  for (const seed of due) {
    await updateSealedSeed(tx, { ...seed, sealed: reseal(keyRing, seed.sealed, contextOf(seed.network)) });
  }
  return due.length;
}

interface SeedToStore {
  readonly network: Network;
  readonly entropy: Buffer;
  readonly origin: SeedOrigin;
  readonly verb: SeedChange["verb"];
}

/** Undefined when there is one already. */
async function store(deps: SeedDeps, tx: Transaction, toStore: SeedToStore): Promise<WalletSeed | undefined> {
  const { network, entropy, origin, verb } = toStore;
  const bytes = await seedOf(entropy);
  const seed = { network, origin, fingerprint: fingerprintOf(bytes), createdAt: deps.clock.now() };
  bytes.fill(0);
  const sealed = seal(deps.keyRing, entropy, contextOf(network));
  if (!(await insertSeed(tx, { ...seed, sealed }))) return undefined;
  await deps.recordChange(tx, { verb, seed });
  return seed;
}

async function requireSeed(session: Session, network: Network): Promise<SealedSeed> {
  const known = await selectSeed(session, network);
  if (known !== undefined) return known;
  throw new RefusalError(
    refuse(
      "not_found",
      `${network} has no wallet seed, from which the keys on all chains are derived. Make one with ` +
        `"florin custody seed create --network ${network}", or bring yours with "florin custody seed import ` +
        `--network ${network}"`,
    ),
  );
}

function told({ network, fingerprint, origin, createdAt }: WalletSeed): WalletSeed {
  return { network, fingerprint, origin, createdAt };
}

function conflict(detail: string): RefusalError {
  return new RefusalError(refuse("conflict", detail));
}

function contextOf(network: Network): string {
  return `wallet_seeds/${network}`;
}
