import type { Session } from "../db/database.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import { deleteMails, dropMailsBefore } from "./store.ts";

const dayMs = 24 * 60 * 60_000;
/** As long as a link is valid. */
const queuedMs = 7 * dayMs;
const keptMs = 30 * dayMs;
const rowsPerSweep = 5_000;

/** Drops emails that could not be sent within a week, and deletes the records of old ones. */
export async function sweepMails(session: Session, clock: Clock): Promise<void> {
  const now = clock.now();
  const ago = (ms: number): Instant => instantFromMs(Math.max(0, now - ms));
  await dropMailsBefore(session, ago(queuedMs), { now, limit: rowsPerSweep });
  await deleteMails(session, { endedAt: ago(keptMs), limit: rowsPerSweep });
}
