import type { Session } from "../db/database.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import {
  consoleConfirmations,
  consoleSessions,
  invitations,
  knownDevices,
  passkeyChallenges,
  ssoAttempts,
} from "./tables.ts";

// Each table has an index by this time.
const expired = { by: ["expiresAt <"], orderBy: ["expiresAt"], limit: true, audited: [] } as const;
const removals = [
  consoleSessions.remove(expired),
  invitations.remove(expired),
  passkeyChallenges.remove(expired),
  consoleConfirmations.remove(expired),
  ssoAttempts.remove(expired),
];
const removeDevices = knownDevices.remove({ by: ["seenAt <"], orderBy: ["seenAt"], limit: true });

const rowsPerStatement = 5_000;
const maxStatements = 200;
// Node clocks differ: keep expired rows for a while, so that they have expired on every node.
const marginMs = 60 * 60_000;
/** A browser that a user has not signed in from for so long is new again. */
const knownDeviceMs = 180 * 24 * 60 * 60_000;

/** Deletes ended sessions, closed links, unsigned challenges, old confirmations and visits. */
export async function sweepUsers(session: Session, clock: Clock): Promise<void> {
  const before = instantFromMs(Math.max(0, clock.now() - marginMs));
  for (const remove of removals) {
    await untilFew((limit) => remove(session, { expiresAt: before, limit }));
  }
  const devicesBefore = instantFromMs(Math.max(0, clock.now() - knownDeviceMs));
  await untilFew((limit) => removeDevices(session, { seenAt: devicesBefore, limit }));
}

async function untilFew(remove: (limit: number) => Promise<number>): Promise<void> {
  for (let statements = 0; statements < maxStatements; statements += 1) {
    if ((await remove(rowsPerStatement)) < rowsPerStatement) return;
  }
}
