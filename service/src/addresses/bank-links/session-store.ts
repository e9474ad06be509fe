import type { Session, Transaction } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { AddressScope } from "../store.ts";
import type { LinkSession, OpenedSession, PickedSession } from "./link-session.ts";
import type { TokenKey } from "./link-token.ts";

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

const byLink = `SELECT ${columns} FROM bank_link_sessions WHERE tenant_id = $1 AND link_digest = $2`;
// Index of both: bank_link_sessions_by_link_digest.
const readByLink = statement<SessionRow>(byLink);
const lockByLinkStatement = statement<SessionRow>(`${byLink} FOR NO KEY UPDATE`);

export function selectByLink(session: Session, key: TokenKey | undefined): Promise<LinkSession | undefined> {
  return firstSession(session, readByLink, key);
}

/** Locks the session until the transaction ends, so that each token is used once. */
export function lockByLink(tx: Transaction, key: TokenKey | undefined): Promise<LinkSession | undefined> {
  return firstSession(tx, lockByLinkStatement, key);
}

// Index: bank_link_sessions_by_callback_digest.
const lockByCallbackStatement = statement<SessionRow>(
  `SELECT ${columns} FROM bank_link_sessions WHERE tenant_id = $1 AND callback_digest = $2 FOR NO KEY UPDATE`,
);

/** Locks the session until the transaction ends, so that it is registered once. */
export function lockByCallback(tx: Transaction, key: TokenKey | undefined): Promise<LinkSession | undefined> {
  return firstSession(tx, lockByCallbackStatement, key);
}

async function firstSession(
  session: Session,
  found: Statement<SessionRow>,
  key: TokenKey | undefined,
): Promise<LinkSession | undefined> {
  const row = key === undefined ? undefined : await session.first(found, [key.tenantId, key.digest]);
  return row === undefined ? undefined : toSession(row);
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
