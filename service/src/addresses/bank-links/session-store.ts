import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AddressScope } from "../store.ts";
import type { LinkSession, OpenedSession, PickedSession } from "./link-session.ts";

const columns = `tenant_id, network, id, account_id, renews_address_id, state, link_expires_at, public_expires_at,
  sealed, created_at`;

type SessionRow = Omit<PickedSession, "state" | "publicExpiresAt"> & {
  readonly state: LinkSession["state"];
  readonly publicExpiresAt: Instant | undefined;
};

const insert = statement(`
  INSERT INTO bank_link_sessions
    (tenant_id, network, id, account_id, renews_address_id, state, link_digest, link_expires_at, created_at, sealed,
     callback_digest)
  VALUES ($1, $2, $3, $4, $5, 'opened', $6, $7::timestamptz, $8::timestamptz, $9, $10)`);

export async function insertSession(
  tx: Transaction,
  session: OpenedSession,
  { link, callback }: { readonly link: Buffer; readonly callback: Buffer | undefined },
): Promise<void> {
  await tx.run(insert, [
    session.tenantId,
    session.network,
    session.id,
    session.accountId,
    session.renewsAddressId,
    link,
    formatInstant(session.linkExpiresAt),
    formatInstant(session.createdAt),
    session.sealed,
    callback,
  ]);
}

// Index: bank_link_sessions_by_link_digest. Across all tenants: the link token is all that the client has.
const readByLink = statement<SessionRow>(`SELECT ${columns} FROM bank_link_sessions WHERE link_digest = $1`);

export async function selectByLinkDigest(
  session: Session,
  linkDigest: Buffer,
): Promise<LinkSession | undefined> {
  const row = await session.first(readByLink, [linkDigest]);
  return row === undefined ? undefined : toSession(row);
}

/** Locks the session until the transaction ends, so that each token is used once. */
export async function lockByLinkDigest(
  tx: Transaction,
  linkDigest: Buffer,
): Promise<LinkSession | undefined> {
  return lockFound(tx, await tx.first(readByLink, [linkDigest]));
}

// By the primary key.
const lockOne = statement<SessionRow>(
  `SELECT ${columns} FROM bank_link_sessions WHERE tenant_id = $1 AND id = $2 FOR NO KEY UPDATE`,
);

async function lockFound(
  tx: Transaction,
  found: Pick<SessionRow, "tenantId" | "id"> | undefined,
): Promise<LinkSession | undefined> {
  const row = found === undefined ? undefined : await tx.first(lockOne, [found.tenantId, found.id]);
  return row === undefined ? undefined : toSession(row);
}

// Index: bank_link_sessions_by_callback_digest. Across all tenants: the token is all that the client has.
const findByCallback = statement<Pick<SessionRow, "tenantId" | "id">>(
  "SELECT tenant_id, id FROM bank_link_sessions WHERE callback_digest = $1",
);

/** Locks the session until the transaction ends, so that it is registered once. */
export async function lockByCallbackDigest(
  tx: Transaction,
  callbackDigest: Buffer,
): Promise<LinkSession | undefined> {
  return lockFound(tx, await tx.first(findByCallback, [callbackDigest]));
}

// By the primary key.
const withPublic = statement(
  "SELECT 1 FROM bank_link_sessions WHERE tenant_id = $1 AND id = $2 AND public_digest = $3",
);

/** Whether the public token with this digest belongs to the session. */
export async function hasPublicDigest(
  session: Session,
  { tenantId, id }: Pick<LinkSession, "tenantId" | "id">,
  publicDigest: Buffer,
): Promise<boolean> {
  return (await session.first(withPublic, [tenantId, id, publicDigest])) !== undefined;
}

// Index: the unique key of tenant and public digest.
const lockByPublic = statement<SessionRow>(`
  SELECT ${columns} FROM bank_link_sessions
  WHERE tenant_id = $1 AND public_digest = $2 AND network = $3 FOR NO KEY UPDATE`);

export async function lockByPublicDigest(
  tx: Transaction,
  { tenantId, network }: AddressScope,
  publicDigest: Buffer,
): Promise<LinkSession | undefined> {
  const row = await tx.first(lockByPublic, [tenantId, publicDigest, network]);
  return row === undefined ? undefined : toSession(row);
}

// By the primary key.
const pick = statement(`
  UPDATE bank_link_sessions
  SET state = 'picked', public_digest = $3, public_expires_at = $4::timestamptz, sealed = $5
  WHERE tenant_id = $1 AND id = $2 AND state = 'opened'`);

export async function savePicked(
  tx: Transaction,
  { tenantId, id, publicExpiresAt, sealed }: PickedSession,
  publicDigest: Buffer,
): Promise<void> {
  const values = [tenantId, id, publicDigest, formatInstant(publicExpiresAt), sealed];
  assert((await tx.run(pick, values)) === 1, "a session is picked from while it is locked");
}

// By the primary key. The account's details are now stored with its address.
const register = statement(`
  UPDATE bank_link_sessions SET state = 'registered', sealed = NULL
  WHERE tenant_id = $1 AND id = $2 AND state = 'picked'`);

export async function saveRegistered(tx: Transaction, { tenantId, id }: PickedSession): Promise<void> {
  assert((await tx.run(register, [tenantId, id])) === 1, "a session is registered while it is locked");
}

// Index: bank_link_sessions_by_creation. Bounded, so that one sweep never locks many rows.
const removeOld = statement(`
  DELETE FROM bank_link_sessions WHERE (tenant_id, id) IN (
    SELECT tenant_id, id FROM bank_link_sessions WHERE created_at <= $1::timestamptz ORDER BY created_at LIMIT $2)`);

export function deleteSessionsBefore(session: Session, before: Instant, limit: number): Promise<number> {
  return session.run(removeOld, [formatInstant(before), limit]);
}

function toSession({ state, publicExpiresAt, sealed, ...fields }: SessionRow): LinkSession {
  if (state === "registered") return { ...fields, state };
  if (state === "opened") return { ...fields, state, sealed };
  assert(publicExpiresAt !== undefined, "a picked account has a token");
  return { ...fields, state, publicExpiresAt, sealed };
}
