import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ScimUser } from "./scim-user.ts";

// Index: scim_users_by_external_id.
const findByExternalId = statement<{ readonly userId: UserId }>(
  `SELECT user_id FROM scim_users WHERE external_id = $1`,
);

/** The provisioned user that has this id in the directory. */
export async function selectUserOfExternalId(
  session: Session,
  externalId: string | undefined,
): Promise<UserId | undefined> {
  if (externalId === undefined) return undefined;
  return (await session.first(findByExternalId, [externalId]))?.userId;
}

const lockWrites = statement(`SELECT pg_advisory_xact_lock(7644)`);

/** SCIM writes are few: one at a time, so that a request and its repetition never interleave. */
export async function lockScimWrites(tx: Transaction): Promise<void> {
  await tx.run(lockWrites);
}

const columns = `console_user.id AS user_id, scim_user.user_name, scim_user.external_id, scim_user.given_name,
    scim_user.family_name, console_user.email, console_user.name, console_user.disabled_at IS NULL AS is_active,
    scim_user.created_at, scim_user.updated_at`;
const tables = `scim_users AS scim_user JOIN users AS console_user ON console_user.id = scim_user.user_id`;

// By the primary keys.
const findOne = statement<ScimUser>(`SELECT ${columns} FROM ${tables} WHERE scim_user.user_id = $1`);

export function selectScimUser(session: Session, userId: UserId): Promise<ScimUser | undefined> {
  return session.first(findOne, [userId]);
}

// Operators and members of companies: few enough for a scan.
const matching = `FROM ${tables}
  WHERE ($1::text IS NULL OR lower(scim_user.user_name) = lower($1))
    AND ($2::text IS NULL OR scim_user.external_id = $2)
    AND ($3::text IS NULL OR lower(console_user.email) = lower($3))
    AND ($4::text IS NULL OR scim_user.user_id = $4)`;
const listSome = statement<ScimUser>(
  `SELECT ${columns} ${matching} ORDER BY scim_user.user_id OFFSET $5 LIMIT $6`,
);
const countSome = statement<{ readonly total: number }>(`SELECT count(*)::integer AS total ${matching}`);

export interface ScimUserFilter {
  readonly userName?: string;
  readonly externalId?: string;
  readonly email?: string;
  readonly id?: string;
}

export interface Slice {
  readonly offset: number;
  readonly limit: number;
}

/** In the order of their ids, with the number of all that match. */
export async function selectScimUsers(
  session: Session,
  { userName, externalId, email, id }: ScimUserFilter,
  { offset, limit }: Slice,
): Promise<{ readonly items: readonly ScimUser[]; readonly total: number }> {
  const values = [userName, externalId, email, id];
  const items = await session.rows(listSome, [...values, offset, limit]);
  return { items, total: (await session.first(countSome, values))?.total ?? 0 };
}

const upsertOne = statement(`
  INSERT INTO scim_users (user_id, user_name, external_id, given_name, family_name, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz)
  ON CONFLICT (user_id) DO UPDATE SET user_name = $2, external_id = $3, given_name = $4, family_name = $5,
    updated_at = $6::timestamptz`);

export async function upsertScimUser(
  tx: Transaction,
  userId: UserId,
  user: Pick<ScimUser, "userName" | "externalId" | "givenName" | "familyName">,
  now: Instant,
): Promise<void> {
  const { userName, externalId, givenName, familyName } = user;
  await tx.run(upsertOne, [userId, userName, externalId, givenName, familyName, formatInstant(now)]);
}

// Index: scim_users_by_user_name and scim_users_by_external_id.
const findTaken = statement<{ readonly userId: UserId }>(`
  SELECT user_id FROM scim_users WHERE lower(user_name) = lower($1)
  UNION ALL SELECT user_id FROM scim_users WHERE external_id = $2`);

/** Users who have this name or this external id. */
export async function selectTaken(
  session: Session,
  { userName, externalId }: Pick<ScimUser, "userName" | "externalId">,
): Promise<readonly UserId[]> {
  return (await session.rows(findTaken, [userName, externalId])).map(({ userId }) => userId);
}

const deleteOne = statement(`DELETE FROM scim_users WHERE user_id = $1`);

export async function deleteScimUser(tx: Transaction, userId: UserId): Promise<void> {
  await tx.run(deleteOne, [userId]);
}

// By the primary key.
const updateProfile = statement(`
  UPDATE users SET email = $2, name = $3, source = 'scim', password_hash = NULL, password_at = NULL,
    updated_at = $4::timestamptz WHERE id = $1`);

/** The directory manages the user from now on. */
export async function updateScimProfile(
  tx: Transaction,
  userId: UserId,
  { email, name, now }: { readonly email: string; readonly name: string; readonly now: Instant },
): Promise<void> {
  await tx.run(updateProfile, [userId, email, name, formatInstant(now)]);
}
