import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type SigningKey, signingAlgorithm } from "./signing-key.ts";

/** A signing key as stored, with its private key sealed. */
export interface StoredSigningKey extends SigningKey {
  readonly sealedPrivateKey: Buffer;
}

// A handful of rows, so no index beyond the primary key.
const liveSigningKeys = statement<StoredSigningKey>(`
  SELECT kid, public_jwk, sealed_private_key, created_at, signs_from, retires_at FROM signing_keys
  WHERE retires_at IS NULL OR retires_at > $1::timestamptz ORDER BY signs_from, kid`);

export function selectSigningKeys(session: Session, now: Instant): Promise<readonly StoredSigningKey[]> {
  return session.rows(liveSigningKeys, [formatInstant(now)]);
}

const insertKey = statement(`
  INSERT INTO signing_keys (kid, alg, public_jwk, sealed_private_key, created_at, signs_from, retires_at)
  VALUES ($1, $2, $3::jsonb, $4, $5::timestamptz, $6::timestamptz, NULL)`);

export async function insertSigningKey(session: Session, key: StoredSigningKey): Promise<void> {
  await session.run(insertKey, [
    key.kid,
    signingAlgorithm,
    JSON.stringify(key.publicJwk),
    key.sealedPrivateKey,
    formatInstant(key.createdAt),
    formatInstant(key.signsFrom),
  ]);
}

const retireKeys = statement(`
  UPDATE signing_keys SET retires_at = LEAST(retires_at, $2::timestamptz)
  WHERE kid <> $1 AND (retires_at IS NULL OR retires_at > $2::timestamptz)`);

/** Retires every other key at that time at the latest. */
export function retireSigningKeysBut(session: Session, kid: string, retiresAt: Instant): Promise<number> {
  return session.run(retireKeys, [kid, formatInstant(retiresAt)]);
}

const deleteKeys = statement(`DELETE FROM signing_keys WHERE retires_at <= $1::timestamptz`);

export function deleteRetiredSigningKeys(session: Session, now: Instant): Promise<number> {
  return session.run(deleteKeys, [formatInstant(now)]);
}

// Arbitrary number, unique among the advisory locks in this database.
const takeRotationLock = statement(`SELECT pg_advisory_xact_lock(7306096912738502)`);

/** Serializes key planning across nodes; the lock is released with the transaction. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx.run(takeRotationLock);
}

const findServiceKey = statement<{ sealed: Buffer }>(`SELECT sealed FROM service_keys WHERE name = $1`);

export async function selectServiceKey(session: Session, name: string): Promise<Buffer | undefined> {
  return (await session.first(findServiceKey, [name]))?.sealed;
}

const insertNamedKey = statement(`
  INSERT INTO service_keys (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`);

export async function insertServiceKey(session: Session, name: string, sealed: Buffer): Promise<void> {
  await session.run(insertNamedKey, [name, sealed]);
}

/** A sealed value and its row's name. */
export interface SealedRow {
  readonly name: string;
  readonly sealed: Buffer;
}

const sealedSigningKeys = statement<SealedRow>(`
  SELECT kid AS name, sealed_private_key AS sealed FROM signing_keys ORDER BY kid FOR UPDATE`);

export function selectSealedSigningKeys(tx: Transaction): Promise<readonly SealedRow[]> {
  return tx.rows(sealedSigningKeys);
}

const updateSigningKey = statement(`UPDATE signing_keys SET sealed_private_key = $2 WHERE kid = $1`);

export async function updateSealedSigningKey(tx: Transaction, { name, sealed }: SealedRow): Promise<void> {
  await tx.run(updateSigningKey, [name, sealed]);
}

const sealedServiceKeys = statement<SealedRow>(
  `SELECT name, sealed FROM service_keys ORDER BY name FOR UPDATE`,
);

export function selectSealedServiceKeys(tx: Transaction): Promise<readonly SealedRow[]> {
  return tx.rows(sealedServiceKeys);
}

const updateServiceKey = statement(`UPDATE service_keys SET sealed = $2 WHERE name = $1`);

export async function updateSealedServiceKey(tx: Transaction, { name, sealed }: SealedRow): Promise<void> {
  await tx.run(updateServiceKey, [name, sealed]);
}
