import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

/** A user at the identity provider. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
}

// By the primary key.
const findUser = statement<{ readonly userId: UserId }>(
  `SELECT user_id FROM user_identities WHERE issuer = $1 AND subject = $2`,
);

export async function selectUserOfIdentity(
  session: Session,
  { issuer, subject }: Identity,
): Promise<UserId | undefined> {
  return (await session.first(findUser, [issuer, subject]))?.userId;
}

// Index: user_identities_by_user.
const findSubject = statement<{ readonly subject: string }>(
  `SELECT subject FROM user_identities WHERE user_id = $1 AND issuer = $2`,
);

export async function selectSubject(
  session: Session,
  userId: UserId,
  issuer: string,
): Promise<string | undefined> {
  return (await session.first(findSubject, [userId, issuer]))?.subject;
}

const insertOne = statement(`
  INSERT INTO user_identities (issuer, subject, user_id, created_at) VALUES ($1, $2, $3, $4::timestamptz)
  ON CONFLICT DO NOTHING`);

/** False if the identity belongs to a user, or the user has another identity of this issuer. */
export async function insertIdentity(
  tx: Transaction,
  { issuer, subject }: Identity,
  { userId, now }: { readonly userId: UserId; readonly now: Instant },
): Promise<boolean> {
  return (await tx.run(insertOne, [issuer, subject, userId, formatInstant(now)])) === 1;
}

const deleteAll = statement(`DELETE FROM user_identities WHERE user_id = $1`);

export async function deleteIdentities(tx: Transaction, userId: UserId): Promise<void> {
  await tx.run(deleteAll, [userId]);
}

const lockText = statement(`SELECT pg_advisory_xact_lock(hashtextextended($1, 58))`);

/** Two first sign-ins of one identity, or of one email, are handled one after the other. */
export async function lockFirstSignIn(tx: Transaction, { issuer, subject }: Identity): Promise<void> {
  await tx.run(lockText, [`${issuer} ${subject}`]);
}

// By the primary key. The row is locked.
const makeManaged = statement(`
  UPDATE users SET source = $2, password_hash = NULL, password_at = NULL, updated_at = $3::timestamptz WHERE id = $1`);

/** From now on the directory manages the user: the password stops working. */
export async function updateManaged(
  tx: Transaction,
  userId: UserId,
  { source, now }: { readonly source: "sso" | "scim"; readonly now: Instant },
): Promise<void> {
  await tx.run(makeManaged, [userId, source, formatInstant(now)]);
}
