import type { Session } from "../db/database.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { deleteOldAttempts } from "./attempt-store.ts";
import { deleteRetiredSigningKeys } from "./keys-store.ts";
import { deleteExpiredAssertions, deleteExpiredRevocations } from "./revocation-store.ts";

const rowsPerStatement = 5_000;
const maxStatements = 200;
// Node clocks differ: expired data is kept for a while, until it has expired on every node.
const marginMs = 60 * 60_000;
/** A client that has not authenticated at an address for so long is not known there any more. */
const knownMs = 90 * 24 * 3_600_000;

/** Deletes expired tokens and assertions, retired keys, and old attempts. */
export async function sweepAuth(session: Session, clock: Clock): Promise<void> {
  const before = instantFromMs(Math.max(0, clock.now() - marginMs));
  await untilFew((limit) => deleteExpiredRevocations(session, { expiresAt: before, limit }));
  await untilFew((limit) => deleteExpiredAssertions(session, { expiresAt: before, limit }));
  await deleteRetiredSigningKeys(session, { retiresAt: before });
  const known = instantFromMs(Math.max(0, clock.now() - knownMs));
  await untilFew((limit) => deleteOldAttempts(session, { failures: before, known }, limit));
}

async function untilFew(remove: (limit: number) => Promise<number>): Promise<void> {
  for (let statements = 0; statements < maxStatements; statements += 1) {
    if ((await remove(rowsPerStatement)) < rowsPerStatement) return;
  }
}
