import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

export type SeedOrigin = "made_at_start" | "made_by_operator" | "imported";

/** The public properties of a seed. */
export interface WalletSeed {
  readonly network: Network;
  readonly fingerprint: string;
  readonly origin: SeedOrigin;
  readonly createdAt: Instant;
}

export interface SealedSeed extends WalletSeed {
  readonly sealed: Buffer;
}

// At most two rows, so no index beyond the primary key.
const findSeed = statement<SealedSeed>(`
  SELECT network, fingerprint, origin, created_at, sealed FROM wallet_seeds WHERE network = $1`);

export function selectSeed(session: Session, network: Network): Promise<SealedSeed | undefined> {
  return session.first(findSeed, [network]);
}

const addSeed = statement(`
  INSERT INTO wallet_seeds (network, sealed, fingerprint, origin, created_at)
  VALUES ($1, $2, $3, $4, $5::timestamptz) ON CONFLICT DO NOTHING`);

/** False if the network already has a seed, or the other network has this one. */
export async function insertSeed(tx: Transaction, seed: SealedSeed): Promise<boolean> {
  const { network, sealed, fingerprint, origin, createdAt } = seed;
  return (await tx.run(addSeed, [network, sealed, fingerprint, origin, formatInstant(createdAt)])) === 1;
}

const lockSeeds = statement<SealedSeed>(`
  SELECT network, fingerprint, origin, created_at, sealed FROM wallet_seeds ORDER BY network FOR UPDATE`);

export function selectSeedsForUpdate(tx: Transaction): Promise<readonly SealedSeed[]> {
  return tx.rows(lockSeeds);
}

const sealAgain = statement(`UPDATE wallet_seeds SET sealed = $2 WHERE network = $1`);

export async function updateSealedSeed(tx: Transaction, seed: SealedSeed): Promise<void> {
  await tx.run(sealAgain, [seed.network, seed.sealed]);
}
