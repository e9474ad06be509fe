import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ConfirmationId } from "../confirmations/store.ts";
import type { SessionId } from "../sessions/session.ts";

/** A visit to the identity provider that has not returned yet. */
export interface SsoAttempt {
  readonly purpose: "sign_in" | "confirm" | "link";
  readonly returnTo: string | undefined;
  readonly userId: UserId | undefined;
  readonly sessionId: SessionId | undefined;
  readonly confirmationId: ConfirmationId | undefined;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

const insertOne = statement(`
  INSERT INTO sso_attempts (token_digest, purpose, return_to, user_id, session_id, confirmation_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::timestamptz, $8::timestamptz)`);

export async function insertAttempt(
  session: Session,
  tokenDigest: Buffer,
  attempt: SsoAttempt,
): Promise<void> {
  const { purpose, returnTo, userId, sessionId, confirmationId, createdAt, expiresAt } = attempt;
  const times = [formatInstant(createdAt), formatInstant(expiresAt)];
  await session.run(insertOne, [tokenDigest, purpose, returnTo, userId, sessionId, confirmationId, ...times]);
}

// By the primary key.
const takeOne = statement<SsoAttempt>(`
  DELETE FROM sso_attempts WHERE token_digest = $1 AND expires_at > $2::timestamptz
  RETURNING purpose, return_to, user_id, session_id, confirmation_id, created_at, expires_at`);

/** An attempt returns once: taking it deletes it, so that a replayed response finds none. */
export function takeAttempt(
  session: Session,
  tokenDigest: Buffer,
  now: Instant,
): Promise<SsoAttempt | undefined> {
  return session.first(takeOne, [tokenDigest, formatInstant(now)]);
}

// Index: sso_attempts_by_expiry.
const deleteExpired = statement(`
  DELETE FROM sso_attempts WHERE token_digest IN (
    SELECT token_digest FROM sso_attempts WHERE expires_at < $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteAttemptsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteExpired, [formatInstant(before), limit]);
}
