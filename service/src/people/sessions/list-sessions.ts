import type { PersonId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { sessionIdleMs } from "./session.ts";
import { type StoredSession, selectSessions } from "./store.ts";

const maxListed = 100;

/** Where somebody is signed in now, newest first. */
export function listSessions(
  { database, clock }: Pick<PeopleDeps, "database" | "clock">,
  personId: PersonId,
): Promise<readonly StoredSession[]> {
  const now = clock.now();
  return selectSessions(database, personId, {
    now,
    usedSince: instantFromMs(now - sessionIdleMs),
    limit: maxListed,
  });
}
