import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { PersonId, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole, OperatorRole } from "../roles/role.ts";
import type { LiveSession, SessionId } from "./session.ts";

interface LiveRow {
  readonly id: SessionId;
  readonly person_id: PersonId;
  readonly stage: LiveSession["stage"];
  readonly second_factor_at: Instant | null;
  readonly seen_at: Instant;
  readonly operator_role: OperatorRole | null;
  readonly memberships: Readonly<Record<string, MemberRole>> | null;
}

// Index: console_sessions_by_token.
const selectLive = statement(`
  SELECT session.id, session.person_id, session.stage, session.second_factor_at, session.seen_at, person.operator_role,
    (SELECT jsonb_object_agg(member.tenant_id, member.role) FROM members AS member
     WHERE member.person_id = session.person_id) AS memberships
  FROM console_sessions AS session
  JOIN people AS person ON person.id = session.person_id
  WHERE session.token_digest = $1 AND session.ended_at IS NULL AND session.expires_at > $2::timestamptz
    AND session.seen_at > $3::timestamptz AND person.disabled_at IS NULL`);

/** The session of a token, if it is neither over nor ended and somebody used it since. */
export async function findLiveSession(
  session: Session,
  tokenDigest: Buffer,
  { now, usedSince }: { readonly now: Instant; readonly usedSince: Instant },
): Promise<LiveSession | undefined> {
  const [row] = await session.rows<LiveRow>(selectLive, [
    tokenDigest,
    formatInstant(now),
    formatInstant(usedSince),
  ]);
  if (row === undefined) return undefined;
  return {
    id: row.id,
    personId: row.person_id,
    stage: row.stage,
    secondFactorAt: row.second_factor_at ?? undefined,
    seenAt: row.seen_at,
    operatorRole: row.operator_role ?? undefined,
    memberships: new Map(Object.entries(row.memberships ?? {}) as [TenantId, MemberRole][]),
  };
}

const updateSeen = statement(`
  UPDATE console_sessions SET seen_at = greatest(seen_at, $2::timestamptz) WHERE id = $1`);

export async function noteSeen(session: Session, id: SessionId, now: Instant): Promise<void> {
  await session.run(updateSeen, [id, formatInstant(now)]);
}
