import { findNotices, type RecordedEntry } from "../../audit/index.ts";
import type { Session } from "../../db/database.ts";
import type { UserId } from "../../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../../kernel/instant.ts";
import { selectMembership } from "../members/store.ts";
import { selectNoticesReadAt } from "./store.ts";

const maxNotices = 100;
const shownMs = 30 * 24 * 60 * 60_000;

export interface Notice {
  readonly entry: RecordedEntry;
  readonly isUnread: boolean;
}

/**
 * Changes of access and credentials of the last 30 days: in the tenants that the user is an admin of, and of operators if
 * the user is an operator admin. They come from the audit log, so none is missing, whichever way a change was made.
 */
export async function listNotices(
  session: Session,
  clock: Clock,
  userId: UserId,
): Promise<readonly Notice[]> {
  const membership = await selectMembership(session, userId);
  const tenants = [...(membership?.memberships ?? [])].flatMap(([id, role]) =>
    role === "admin" ? [id] : [],
  );
  const chains = [...(membership?.operatorRole === "admin" ? ["platform" as const] : []), ...tenants];
  if (chains.length === 0) return [];
  const since: Instant = instantFromMs(Math.max(0, clock.now() - shownMs));
  const entries = await findNotices(session, chains, { at: since, limit: maxNotices });
  const readAt = await selectNoticesReadAt(session, userId);
  return entries.map((entry) => ({ entry, isUnread: entry.at > readAt }));
}
