import type { UserId } from "../../kernel/id.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import type { UsersDeps } from "../users-deps.ts";
import { sessionIdleMs } from "./session.ts";
import { type StoredSession, selectSessions } from "./store.ts";

const maxItems = 100;

/** Active sessions of a user, newest first. */
export function listSessions(
  { database, clock }: Pick<UsersDeps, "database" | "clock">,
  userId: UserId,
): Promise<readonly StoredSession[]> {
  const now = clock.now();
  const seenAt = instantFromMs(now - sessionIdleMs);
  return selectSessions(database, { userId, expiresAt: now, seenAt, limit: maxItems });
}
