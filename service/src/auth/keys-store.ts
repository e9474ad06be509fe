import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { StoredSigningKey } from "./signing-key.ts";
import { serviceKeys, signingKeys } from "./tables.ts";

// A handful of rows, so no index beyond the primary key.
const liveSigningKeys = statement<StoredSigningKey>(`
  SELECT ${signingKeys.list()} FROM signing_keys
  WHERE retires_at IS NULL OR retires_at > $1::timestamptz ORDER BY signs_from, kid`);

export function selectSigningKeys(session: Session, now: Instant): Promise<readonly StoredSigningKey[]> {
  return session.rows(liveSigningKeys, [formatInstant(now)]);
}

export const insertSigningKey = signingKeys.insert();

const retireKeys = statement(
  `
  UPDATE signing_keys SET retires_at = LEAST(retires_at, $2::timestamptz)
  WHERE kid <> $1 AND (retires_at IS NULL OR retires_at > $2::timestamptz)`,
  { audited: ["signing_key"] },
);

/** Retires every other key at that time at the latest. */
export function retireSigningKeysBut(session: Session, kid: string, retiresAt: Instant): Promise<number> {
  return session.run(retireKeys, [kid, formatInstant(retiresAt)]);
}

/** Every access token ends. */
export const deleteSigningKeys = signingKeys.remove({ audited: [] });

export const deleteRetiredSigningKeys = signingKeys.remove({ by: ["retiresAt <="], audited: [] });

// Arbitrary number, unique among the advisory locks in this database.
const takeRotationLock = statement(`SELECT pg_advisory_xact_lock(7306096912738502)`);

/** Serializes key planning across nodes; the lock is released with the transaction. */
export async function lockSigningKeys(tx: Transaction): Promise<void> {
  await tx.run(takeRotationLock);
}

export const selectServiceKey = serviceKeys.one({ by: ["name"] });

export const insertServiceKey = serviceKeys.insert({
  except: ["createdAt"],
  onConflict: "(name) DO NOTHING",
});

export const updateSealedServiceKey = serviceKeys.updateOne({ by: ["name"], set: ["sealed"] });
