import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Membership } from "../sessions/require-membership.ts";

export type ConfirmationId = Id<"confirmation">;

/** A confirmation belongs to one session of one user. */
export interface ConfirmationKey extends Membership {
  readonly id: ConfirmationId;
}

/** A request that waits for the second factor of its user. */
export interface Confirmation extends ConfirmationKey, ConfirmedRequest {
  readonly expiresAt: Instant;
}

export interface ConfirmedRequest {
  readonly operation: string;
  readonly digest: Buffer;
}

const insertOne = statement(`
  INSERT INTO console_confirmations (id, session_id, user_id, operation, digest, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz)`);

export async function insertConfirmation(session: Session, confirmation: Confirmation): Promise<void> {
  const { id, sessionId, userId, operation, digest, expiresAt } = confirmation;
  await session.run(insertOne, [id, sessionId, userId, operation, digest, formatInstant(expiresAt)]);
}

const isPending = `id = $1 AND session_id = $2 AND user_id = $3 AND expires_at > $4::timestamptz
    AND confirmed_at IS NULL`;

// By the primary key.
const findPending = statement<ConfirmedRequest>(`
  SELECT operation, digest FROM console_confirmations WHERE ${isPending}`);

export function selectPending(
  session: Session,
  { id, sessionId, userId }: ConfirmationKey,
  now: Instant,
): Promise<ConfirmedRequest | undefined> {
  return session.first(findPending, [id, sessionId, userId, formatInstant(now)]);
}

// By the primary key.
const confirmPending = statement<ConfirmedRequest>(`
  UPDATE console_confirmations SET confirmed_at = $4::timestamptz WHERE ${isPending}
  RETURNING operation, digest`);

/** Undefined if it does not exist, has expired, or was confirmed before. */
export function updateConfirmed(
  session: Session,
  { id, sessionId, userId }: ConfirmationKey,
  now: Instant,
): Promise<ConfirmedRequest | undefined> {
  return session.first(confirmPending, [id, sessionId, userId, formatInstant(now)]);
}

// By the primary key. Of concurrent uses, the second waits for the first and then finds the row used.
const useConfirmed = statement(`
  UPDATE console_confirmations SET used_at = $5::timestamptz
  WHERE id = $1 AND session_id = $2 AND user_id = $3 AND digest = $4 AND expires_at > $5::timestamptz
    AND confirmed_at IS NOT NULL AND used_at IS NULL`);

/** A confirmation is valid once, for the request with this digest. */
export async function updateUsed(
  session: Session,
  { id, sessionId, userId, digest }: ConfirmationKey & Pick<ConfirmedRequest, "digest">,
  now: Instant,
): Promise<boolean> {
  return (await session.run(useConfirmed, [id, sessionId, userId, digest, formatInstant(now)])) === 1;
}

// Index: console_confirmations_by_expiry.
const deleteExpired = statement(`
  DELETE FROM console_confirmations WHERE id IN (
    SELECT id FROM console_confirmations WHERE expires_at < $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteConfirmationsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteExpired, [formatInstant(before), limit]);
}
