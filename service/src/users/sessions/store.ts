import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { MemberRole } from "../roles/role.ts";
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

const updateSeen = statement(`
  UPDATE console_sessions SET seen_at = greatest(seen_at, $2::timestamptz) WHERE id = $1`);

export async function noteSeen(session: Session, id: SessionId, now: Instant): Promise<void> {
  await session.run(updateSeen, [id, formatInstant(now)]);
}

/** A session as stored. */
export interface StoredSession {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly stage: LiveSession["stage"];
  readonly secondFactorAt: Instant | undefined;
  readonly userAgent: string;
  readonly clientAddress: string;
  readonly createdAt: Instant;
  readonly seenAt: Instant;
  readonly expiresAt: Instant;
  /** It began at the identity provider. */
  readonly isSso: boolean;
}

const insertOne = statement(`
  INSERT INTO console_sessions (id, user_id, token_digest, stage, second_factor_at, user_agent, client_address,
    created_at, seen_at, expires_at, is_sso, sso_session_id)
  VALUES ($1, $2, $3, $4, $5::timestamptz, $6, $7, $8::timestamptz, $9::timestamptz, $10::timestamptz, $11, $12)`);

export async function insertSession(
  tx: Session,
  session: StoredSession,
  { tokenDigest, ssoSessionId }: { readonly tokenDigest: Buffer; readonly ssoSessionId: string | undefined },
): Promise<void> {
  await tx.run(insertOne, [
    session.id,
    session.userId,
    tokenDigest,
    session.stage,
    session.secondFactorAt === undefined ? null : formatInstant(session.secondFactorAt),
    session.userAgent,
    session.clientAddress,
    formatInstant(session.createdAt),
    formatInstant(session.seenAt),
    formatInstant(session.expiresAt),
    session.isSso,
    ssoSessionId,
  ]);
}

const columns = `id, user_id, stage, second_factor_at, user_agent, client_address, created_at, seen_at, expires_at, is_sso`;

const lockOne = statement<StoredSession>(`
  SELECT ${columns} FROM console_sessions WHERE id = $1 AND ended_at IS NULL FOR UPDATE`);

/** Locks a session that has not ended, until this transaction ends. */
export function lockSession(tx: Transaction, id: SessionId): Promise<StoredSession | undefined> {
  return tx.first(lockOne, [id]);
}

const findOne = statement<StoredSession>(
  `SELECT ${columns} FROM console_sessions WHERE id = $1 AND ended_at IS NULL`,
);

export function selectSession(session: Session, id: SessionId): Promise<StoredSession | undefined> {
  return session.first(findOne, [id]);
}

// Primary key.
const findBrowser = statement<Pick<StoredSession, "userAgent" | "clientAddress">>(
  `SELECT user_agent, client_address FROM console_sessions WHERE id = $1`,
);

/** Also of a session that has ended: a short one is reported like any other. */
export function selectBrowser(
  session: Session,
  id: SessionId,
): Promise<Pick<StoredSession, "userAgent" | "clientAddress"> | undefined> {
  return session.first(findBrowser, [id]);
}

// Index: console_sessions_by_user.
const listStatement = statement<StoredSession>(`
  SELECT ${columns} FROM console_sessions
  WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2::timestamptz AND seen_at > $3::timestamptz
  ORDER BY created_at DESC, id DESC LIMIT $4`);

/** Active sessions of a user, newest first. */
export function selectSessions(
  session: Session,
  userId: UserId,
  { now, usedSince, limit }: { readonly now: Instant; readonly usedSince: Instant; readonly limit: number },
): Promise<readonly StoredSession[]> {
  const values = [userId, formatInstant(now), formatInstant(usedSince), limit];
  return session.rows(listStatement, values);
}

const completeOne = statement(`
  UPDATE console_sessions SET stage = 'complete', second_factor_at = $2::timestamptz, token_digest = $3
  WHERE id = $1`);

/** All required factors were shown; from now on only the new token is valid. */
export async function updateCompleted(
  tx: Transaction,
  id: SessionId,
  { now, tokenDigest }: { readonly now: Instant; readonly tokenDigest: Buffer },
): Promise<void> {
  await tx.run(completeOne, [id, formatInstant(now), tokenDigest]);
}

const confirmOne = statement(`
  UPDATE console_sessions SET second_factor_at = $2::timestamptz WHERE id = $1 AND stage = 'complete'`);

export async function updateSecondFactorAt(tx: Transaction, id: SessionId, now: Instant): Promise<void> {
  await tx.run(confirmOne, [id, formatInstant(now)]);
}

// By the primary key.
const endOne = statement(`
  UPDATE console_sessions SET ended_at = $3::timestamptz
  WHERE id = $1 AND user_id = $2 AND ended_at IS NULL`);

/** False if the user has no such session, or it has already ended. */
export async function endSession(
  tx: Session,
  { id, userId, now }: { readonly id: SessionId; readonly userId: UserId; readonly now: Instant },
): Promise<boolean> {
  return (await tx.run(endOne, [id, userId, formatInstant(now)])) === 1;
}

// Index: console_sessions_by_token.
const endByToken = statement(`
  UPDATE console_sessions SET ended_at = $2::timestamptz WHERE token_digest = $1 AND ended_at IS NULL`);

/** A new sign-in ends the browser's previous session. */
export async function endSessionOfToken(tx: Session, tokenDigest: Buffer, now: Instant): Promise<void> {
  await tx.run(endByToken, [tokenDigest, formatInstant(now)]);
}

// Index: console_sessions_by_user.
const endAll = statement(`
  UPDATE console_sessions SET ended_at = $3::timestamptz
  WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL AND expires_at > $3::timestamptz`);

/** Ends all sessions of a user, except one if given; returns how many. */
export function endSessions(
  tx: Session,
  userId: UserId,
  { except, now }: { readonly except?: SessionId; readonly now: Instant },
): Promise<number> {
  return tx.run(endAll, [userId, except ?? "", formatInstant(now)]);
}

// Index: console_sessions_by_sso.
const endOfProvider = statement<{ readonly id: SessionId; readonly userId: UserId }>(`
  UPDATE console_sessions SET ended_at = $2::timestamptz
  WHERE sso_session_id = $1 AND ended_at IS NULL AND expires_at > $2::timestamptz
  RETURNING id, user_id`);

/** Ends the sessions that began in one session at the identity provider. */
export function endSessionsOfProvider(
  tx: Transaction,
  providerSessionId: string,
  now: Instant,
): Promise<readonly { readonly id: SessionId; readonly userId: UserId }[]> {
  return tx.rows(endOfProvider, [providerSessionId, formatInstant(now)]);
}

// Index: console_sessions_by_sso.
const findOfProvider = statement<{ readonly found: boolean }>(
  `SELECT EXISTS (SELECT FROM console_sessions WHERE sso_session_id = $1) AS found`,
);

/** Whether a session began in this session at the identity provider, even one that has ended. */
export async function isProviderSession(session: Session, providerSessionId: string): Promise<boolean> {
  return (await session.first(findOfProvider, [providerSessionId]))?.found ?? false;
}

// Index: console_sessions_by_expiry.
const deleteExpired = statement(`
  DELETE FROM console_sessions WHERE id IN (
    SELECT id FROM console_sessions WHERE expires_at < $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteSessionsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteExpired, [formatInstant(before), limit]);
}
