import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole } from "../roles/role.ts";
import { consoleSessions } from "../tables.ts";
import type { LiveSession, SessionId } from "./session.ts";

type LiveRow = Omit<LiveSession, "memberships"> & {
  readonly memberships: Readonly<Record<string, MemberRole>> | undefined;
};

// Index: console_sessions_by_token.
const selectLive = statement<LiveRow>(`
  SELECT session.id, session.user_id, session.stage, session.second_factor_at, session.seen_at, console_user.operator_role,
    (SELECT jsonb_object_agg(member.tenant_id, member.role) FROM members AS member
     WHERE member.user_id = session.user_id) AS memberships
  FROM console_sessions AS session
  JOIN users AS console_user ON console_user.id = session.user_id
  WHERE session.token_digest = $1 AND session.ended_at IS NULL AND session.expires_at > $2::timestamptz
    AND session.seen_at > $3::timestamptz AND console_user.disabled_at IS NULL`);

/** The live session of a token: not expired, not ended and not idle for too long. */
export async function findLiveSession(
  session: Session,
  tokenDigest: Buffer,
  { now, usedSince }: { readonly now: Instant; readonly usedSince: Instant },
): Promise<LiveSession | undefined> {
  const row = await session.first(selectLive, [tokenDigest, formatInstant(now), formatInstant(usedSince)]);
  if (row === undefined) return undefined;
  const memberships = new Map(Object.entries(row.memberships ?? {}) as [TenantId, MemberRole][]);
  return { ...row, memberships };
}

/** Nodes may see requests of a session in another order. */
export const noteSeen = consoleSessions.update({ by: ["id", "seenAt <"], set: ["seenAt"] });

export const insertSession = consoleSessions.insert();

const storedColumns = [
  "id",
  "userId",
  "stage",
  "secondFactorAt",
  "userAgent",
  "clientAddress",
  "createdAt",
  "seenAt",
  "expiresAt",
  "isSso",
] as const;

/** A session as stored. */
export type StoredSession = Pick<RowOf<typeof consoleSessions>, (typeof storedColumns)[number]>;

const open = { by: ["id"], where: "ended_at IS NULL", columns: storedColumns } as const;

/** Of a session that has not ended. */
export const lockSession = consoleSessions.one({ ...open, lock: "UPDATE" });

export const selectSession = consoleSessions.one(open);

/** Also of a session that has ended: a short one is reported like any other. */
export const selectBrowser = consoleSessions.one({ by: ["id"], columns: ["userAgent", "clientAddress"] });

/** Active sessions of a user, newest first. Index: console_sessions_by_user. */
export const selectSessions = consoleSessions.many({
  by: ["userId", "expiresAt >", "seenAt >"],
  where: "ended_at IS NULL",
  orderBy: ["createdAt DESC", "id DESC"],
  columns: storedColumns,
  limit: true,
});

/** All required factors were shown; from now on only the new token is valid. */
export const updateCompleted = consoleSessions.update({
  by: ["id"],
  set: ["secondFactorAt", "tokenDigest"],
  setText: "stage = 'complete'",
});

export const updateSecondFactorAt = consoleSessions.update({
  by: ["id"],
  where: "stage = 'complete'",
  set: ["secondFactorAt"],
});

const ending = { where: "ended_at IS NULL", set: ["endedAt"] } as const;

/** None if the user has no such session, or it has already ended. */
export const endSession = consoleSessions.update({ ...ending, by: ["id", "userId"] });

/** A new sign-in ends the browser's previous session. Index: console_sessions_by_token. */
export const endSessionOfToken = consoleSessions.update({ ...ending, by: ["tokenDigest"] });

/** Index: console_sessions_by_user. */
const endAll = consoleSessions.update({ ...ending, by: ["userId", "id <>", "expiresAt >"] });

/** Ends all sessions of a user, except one if given; returns how many. */
export function endSessions(
  tx: Session,
  userId: UserId,
  { except, now }: { readonly except?: SessionId | undefined; readonly now: Instant },
): Promise<number> {
  return endAll(tx, { userId, id: except ?? "", expiresAt: now, endedAt: now });
}

/** Ends the sessions that began in one session at the identity provider. Index: console_sessions_by_sso. */
export const endSessionsOfProvider = consoleSessions.update({
  ...ending,
  by: ["ssoSessionId", "expiresAt >"],
  returning: ["id", "userId"],
});

/** Whether a session began in this session at the identity provider, even one that has ended. */
export const isProviderSession = consoleSessions.exists({ by: ["ssoSessionId"] });

export const endSessionsOfAll = consoleSessions.update({ where: "ended_at IS NULL", set: ["endedAt"] });
