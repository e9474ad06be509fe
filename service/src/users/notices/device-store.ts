import { createHash } from "node:crypto";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

// Primary key.
const findAll = statement<{ readonly digest: Buffer }>(`SELECT digest FROM known_devices WHERE user_id = $1`);
const upsertOne = statement(`
  INSERT INTO known_devices AS device (user_id, digest, seen_at) VALUES ($1, $2, $3::timestamptz)
  ON CONFLICT (user_id, digest) DO UPDATE SET seen_at = greatest(device.seen_at, excluded.seen_at)`);

/** Remembers a browser of a user. True if it is new, and not the user's first one. */
export async function rememberDevice(
  tx: Transaction,
  userId: UserId,
  {
    userAgent,
    network,
    seenAt,
  }: { readonly userAgent: string; readonly network: string; readonly seenAt: Instant },
): Promise<boolean> {
  const digest = createHash("sha256")
    .update(JSON.stringify([userId, userAgent, network]))
    .digest();
  const known = await tx.rows(findAll, [userId]);
  await tx.run(upsertOne, [userId, digest, formatInstant(seenAt)]);
  return known.length > 0 && !known.some((device) => device.digest.equals(digest));
}

// Index: known_devices_by_time.
const deleteOld = statement(`
  DELETE FROM known_devices WHERE (user_id, digest) IN (
    SELECT user_id, digest FROM known_devices WHERE seen_at < $1::timestamptz ORDER BY seen_at LIMIT $2)`);

export function deleteDevicesBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteOld, [formatInstant(before), limit]);
}
