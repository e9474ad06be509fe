import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

export type ScimTokenId = Id<"scim-token">;

/** A bearer token of the directory. */
export interface ScimToken {
  readonly id: ScimTokenId;
  readonly name: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly lastUsedAt: Instant | undefined;
  readonly revokedAt: Instant | undefined;
}

const insertOne = statement(`
  INSERT INTO scim_tokens (id, name, token_digest, created_at, expires_at)
  VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)`);

export async function insertToken(
  tx: Transaction,
  { id, name, createdAt, expiresAt }: Pick<ScimToken, "id" | "name" | "createdAt" | "expiresAt">,
  tokenDigest: Buffer,
): Promise<void> {
  await tx.run(insertOne, [id, name, tokenDigest, formatInstant(createdAt), formatInstant(expiresAt)]);
}

const listAll = statement<ScimToken>(`
  SELECT id, name, created_at, expires_at, last_used_at, revoked_at FROM scim_tokens ORDER BY id DESC LIMIT 1000`);

/** Newest first. */
export function selectTokens(session: Session): Promise<readonly ScimToken[]> {
  return session.rows(listAll);
}

const revokeOne = statement(`
  UPDATE scim_tokens SET revoked_at = $2::timestamptz WHERE id = $1 AND revoked_at IS NULL`);

/** False if there is no such token, or it was revoked before. */
export async function updateRevoked(tx: Transaction, id: ScimTokenId, now: Instant): Promise<boolean> {
  return (await tx.run(revokeOne, [id, formatInstant(now)])) === 1;
}

// Index: scim_tokens_by_digest.
const findValid = statement<{ readonly id: ScimTokenId; readonly lastUsedAt: Instant | undefined }>(`
  SELECT id, last_used_at FROM scim_tokens
  WHERE token_digest = $1 AND revoked_at IS NULL AND expires_at > $2::timestamptz`);

export function selectValidToken(
  session: Session,
  tokenDigest: Buffer,
  now: Instant,
): Promise<{ readonly id: ScimTokenId; readonly lastUsedAt: Instant | undefined } | undefined> {
  return session.first(findValid, [tokenDigest, formatInstant(now)]);
}

const useOne = statement(`UPDATE scim_tokens SET last_used_at = $2::timestamptz WHERE id = $1`);

export async function updateUsed(session: Session, id: ScimTokenId, now: Instant): Promise<void> {
  await session.run(useOne, [id, formatInstant(now)]);
}
