import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ConfirmationId } from "../confirmations/store.ts";

export type ChallengeId = Id<"passkey-challenge">;

/** A challenge for an authenticator device to sign. */
export interface Challenge {
  readonly id: ChallengeId;
  readonly challenge: string;
  readonly purpose: "register" | "sign_in" | "confirm";
  /** Undefined at sign-in, when the user is not known yet. */
  readonly userId: UserId | undefined;
  /** The only request that it confirms, if it was derived from one. */
  readonly confirmationId?: ConfirmationId | undefined;
  readonly expiresAt: Instant;
}

const insertOne = statement(`
  INSERT INTO passkey_challenges (id, challenge, purpose, user_id, confirmation_id, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz)`);

export async function insertChallenge(session: Session, challenge: Challenge): Promise<void> {
  await session.run(insertOne, [
    challenge.id,
    challenge.challenge,
    challenge.purpose,
    challenge.userId,
    challenge.confirmationId,
    formatInstant(challenge.expiresAt),
  ]);
}

// By the primary key.
const takeOne = statement<{ readonly challenge: string }>(`
  DELETE FROM passkey_challenges
  WHERE id = $1 AND purpose = $2 AND user_id IS NOT DISTINCT FROM $3 AND expires_at > $4::timestamptz
    AND confirmation_id IS NOT DISTINCT FROM $5
  RETURNING challenge`);

/** A challenge is valid once: taking it deletes it. */
export async function takeChallenge(
  session: Session,
  { id, purpose, userId, confirmationId }: Omit<Challenge, "challenge" | "expiresAt">,
  now: Instant,
): Promise<string | undefined> {
  const values = [id, purpose, userId, formatInstant(now), confirmationId];
  return (await session.first(takeOne, values))?.challenge;
}

// Index: passkey_challenges_by_expiry.
const deleteExpired = statement(`
  DELETE FROM passkey_challenges WHERE id IN (
    SELECT id FROM passkey_challenges WHERE expires_at < $1::timestamptz ORDER BY expires_at LIMIT $2)`);

export function deleteChallengesBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(deleteExpired, [formatInstant(before), limit]);
}
