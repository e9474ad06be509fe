import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

export type PasskeyId = Id<"passkey">;

/** A credential on a user's device. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly userId: UserId;
  readonly credentialId: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | undefined;
}

type PasskeyRow = Omit<Passkey, "counter"> & { readonly counter: bigint };

const columns = `id, user_id, credential_id, name, public_key, counter, transports, created_at, last_used_at`;

const insertOne = statement(`
  INSERT INTO passkeys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz, NULL)
  ON CONFLICT (credential_id) DO NOTHING`);

/** False if the credential is already registered. */
export async function insertPasskey(tx: Transaction, passkey: Passkey): Promise<boolean> {
  const inserted = await tx.run(insertOne, [
    passkey.id,
    passkey.userId,
    passkey.credentialId,
    passkey.name,
    passkey.publicKey,
    passkey.counter,
    passkey.transports,
    formatInstant(passkey.createdAt),
  ]);
  return inserted === 1;
}

// Index: passkeys_by_credential.
const findByCredential = statement<PasskeyRow>(`SELECT ${columns} FROM passkeys WHERE credential_id = $1`);

export async function selectPasskey(session: Session, credentialId: string): Promise<Passkey | undefined> {
  const row = await session.first(findByCredential, [credentialId]);
  return row === undefined ? undefined : toPasskey(row);
}

// Index: passkeys_by_user.
const findOfUser = statement<PasskeyRow>(`SELECT ${columns} FROM passkeys WHERE user_id = $1 ORDER BY id`);

/** Limited to the maximum number of passkeys per user. */
export async function selectPasskeysOf(session: Session, userId: UserId): Promise<readonly Passkey[]> {
  return (await session.rows(findOfUser, [userId])).map(toPasskey);
}

const updateUse = statement(`
  UPDATE passkeys SET counter = $2, last_used_at = $3::timestamptz WHERE id = $1`);

export async function updatePasskeyUse(
  tx: Transaction,
  id: PasskeyId,
  { counter, now }: { readonly counter: number; readonly now: Instant },
): Promise<boolean> {
  return (await tx.run(updateUse, [id, counter, formatInstant(now)])) === 1;
}

const renameOne = statement(`UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2`);

export async function updatePasskeyName(
  tx: Transaction,
  { id, userId, name }: Pick<Passkey, "id" | "userId" | "name">,
): Promise<boolean> {
  return (await tx.run(renameOne, [id, userId, name])) === 1;
}

const deleteOne = statement(`DELETE FROM passkeys WHERE id = $1 AND user_id = $2`);

export async function deletePasskey(
  tx: Transaction,
  { id, userId }: Pick<Passkey, "id" | "userId">,
): Promise<boolean> {
  return (await tx.run(deleteOne, [id, userId])) === 1;
}

const deleteAll = statement(`DELETE FROM passkeys WHERE user_id = $1`);

export async function deletePasskeysOf(tx: Transaction, userId: UserId): Promise<void> {
  await tx.run(deleteAll, [userId]);
}

function toPasskey(row: PasskeyRow): Passkey {
  return { ...row, counter: Number(row.counter) };
}
