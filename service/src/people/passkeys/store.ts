import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id, PersonId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";

export type PasskeyId = Id<"passkey">;

/** A key that a person's device keeps. */
export interface Passkey {
  readonly id: PasskeyId;
  readonly personId: PersonId;
  readonly credentialId: string;
  readonly name: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | undefined;
}

interface PasskeyRow {
  readonly id: PasskeyId;
  readonly person_id: PersonId;
  readonly credential_id: string;
  readonly name: string;
  readonly public_key: Buffer;
  readonly counter: bigint;
  readonly transports: readonly string[];
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
}

const columns = `id, person_id, credential_id, name, public_key, counter, transports, created_at, last_used_at`;

const insertOne = statement(`
  INSERT INTO passkeys (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz, NULL)
  ON CONFLICT (credential_id) DO NOTHING`);

/** False when the device's key is known already. */
export async function insertPasskey(tx: Transaction, passkey: Passkey): Promise<boolean> {
  const inserted = await tx.run(insertOne, [
    passkey.id,
    passkey.personId,
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
const findByCredential = statement(`SELECT ${columns} FROM passkeys WHERE credential_id = $1`);

export async function selectPasskey(session: Session, credentialId: string): Promise<Passkey | undefined> {
  const row = await session.first<PasskeyRow>(findByCredential, [credentialId]);
  return row === undefined ? undefined : toPasskey(row);
}

// Index: passkeys_by_person.
const findOfPerson = statement(`SELECT ${columns} FROM passkeys WHERE person_id = $1 ORDER BY id`);

/** At most as many as a person may have. */
export async function selectPasskeysOf(session: Session, personId: PersonId): Promise<readonly Passkey[]> {
  return (await session.rows<PasskeyRow>(findOfPerson, [personId])).map(toPasskey);
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

const renameOne = statement(`UPDATE passkeys SET name = $3 WHERE id = $1 AND person_id = $2`);

export async function updatePasskeyName(
  tx: Transaction,
  { id, personId, name }: Pick<Passkey, "id" | "personId" | "name">,
): Promise<boolean> {
  return (await tx.run(renameOne, [id, personId, name])) === 1;
}

const deleteOne = statement(`DELETE FROM passkeys WHERE id = $1 AND person_id = $2`);

export async function deletePasskey(
  tx: Transaction,
  { id, personId }: Pick<Passkey, "id" | "personId">,
): Promise<boolean> {
  return (await tx.run(deleteOne, [id, personId])) === 1;
}

const deleteAll = statement(`DELETE FROM passkeys WHERE person_id = $1`);

export async function deletePasskeysOf(tx: Transaction, personId: PersonId): Promise<void> {
  await tx.run(deleteAll, [personId]);
}

function toPasskey(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    personId: row.person_id,
    credentialId: row.credential_id,
    name: row.name,
    publicKey: row.public_key,
    counter: Number(row.counter),
    transports: row.transports,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at ?? undefined,
  };
}
