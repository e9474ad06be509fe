import type { Session } from "../db/database.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { deleteConfirmationsBefore } from "./confirmations/store.ts";
import { deleteInvitationsBefore } from "./invitations/store.ts";
import { deleteDevicesBefore } from "./notices/device-store.ts";
import { deleteChallengesBefore } from "./passkeys/challenge-store.ts";
import { deleteSessionsBefore } from "./sessions/store.ts";
import { deleteAttemptsBefore } from "./sso/attempt-store.ts";

const rowsPerStatement = 5_000;
const maxStatements = 200;
// Node clocks differ: keep expired rows for a while, so that they have expired on every node.
const marginMs = 60 * 60_000;
/** A browser that a user has not signed in from for so long is new again. */
const knownDeviceMs = 180 * 24 * 60 * 60_000;

/** Deletes ended sessions, closed links, unsigned challenges, old confirmations and visits. */
export async function sweepUsers(session: Session, clock: Clock): Promise<void> {
  const before = instantFromMs(Math.max(0, clock.now() - marginMs));
  await untilFew((limit) => deleteSessionsBefore(session, before, limit));
  await untilFew((limit) => deleteInvitationsBefore(session, before, limit));
  await untilFew((limit) => deleteChallengesBefore(session, before, limit));
  await untilFew((limit) => deleteConfirmationsBefore(session, before, limit));
  const devicesBefore = instantFromMs(Math.max(0, clock.now() - knownDeviceMs));
  await untilFew((limit) => deleteDevicesBefore(session, devicesBefore, limit));
  await untilFew((limit) => deleteAttemptsBefore(session, before, limit));
}

async function untilFew(remove: (limit: number) => Promise<number>): Promise<void> {
  for (let statements = 0; statements < maxStatements; statements += 1) {
    if ((await remove(rowsPerStatement)) < rowsPerStatement) return;
  }
}
