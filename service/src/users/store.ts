import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { UserId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { OperatorRole } from "./roles/role.ts";
import type { User } from "./user.ts";

const columns = `id, email, name, operator_role, source, is_break_glass, created_at, disabled_at,
  is_disabled_by_directory`;

const insertOne = statement(`
  INSERT INTO users (id, email, name, operator_role, password_hash, password_at, source, is_break_glass, created_at,
    updated_at)
  VALUES ($1, $2, $3, $4, $5::text, CASE WHEN $5::text IS NULL THEN NULL ELSE $8::timestamptz END, $6, $7, $8::timestamptz,
    $8::timestamptz)
  ON CONFLICT (lower(email)) DO NOTHING`);

/** A local user, unless it says otherwise. */
export type NewUser = Omit<User, "disabledAt" | "isDisabledByDirectory" | "source" | "isBreakGlass"> &
  Partial<Pick<User, "source" | "isBreakGlass">> & { readonly passwordHash?: string };

/** False if another user has the email. */
export async function insertUser(session: Session, user: NewUser): Promise<boolean> {
  const inserted = await session.run(insertOne, [
    user.id,
    user.email,
    user.name,
    user.operatorRole,
    user.passwordHash,
    user.source ?? "local",
    user.isBreakGlass ?? false,
    formatInstant(user.createdAt),
  ]);
  return inserted === 1;
}

const findOne = statement<User>(`SELECT ${columns} FROM users WHERE id = $1`);

export function selectUser(session: Session, id: UserId): Promise<User | undefined> {
  return session.first(findOne, [id]);
}

const lockOne = statement<User>(`SELECT ${columns} FROM users WHERE id = $1 FOR UPDATE`);

export function lockUser(tx: Transaction, id: UserId): Promise<User | undefined> {
  return tx.first(lockOne, [id]);
}

// Index: users_by_email.
const findByEmail = statement<User & { readonly passwordHash: string | undefined }>(
  `SELECT ${columns}, password_hash FROM users WHERE lower(email) = lower($1)`,
);

/** The user with this email, with the password hash. */
export async function selectCredentials(
  session: Session,
  email: string,
): Promise<{ readonly user: User; readonly passwordHash: string | undefined } | undefined> {
  const row = await session.first(findByEmail, [email]);
  if (row === undefined) return undefined;
  const { passwordHash, ...user } = row;
  return { user, passwordHash };
}

const findHash = statement<{ readonly passwordHash: string | undefined }>(
  `SELECT password_hash FROM users WHERE id = $1`,
);

export async function selectPasswordHash(session: Session, id: UserId): Promise<string | undefined> {
  return (await session.first(findHash, [id]))?.passwordHash;
}

const updateHash = statement(`
  UPDATE users SET password_hash = $2, password_at = $3::timestamptz, updated_at = $3::timestamptz WHERE id = $1`);

export async function updatePassword(
  tx: Transaction,
  id: UserId,
  { passwordHash, now }: { readonly passwordHash: string; readonly now: Instant },
): Promise<void> {
  await tx.run(updateHash, [id, passwordHash, formatInstant(now)]);
}

const updateRole = statement(`
  UPDATE users SET operator_role = $2, updated_at = $3::timestamptz WHERE id = $1`);

export async function updateOperatorRole(
  tx: Transaction,
  id: UserId,
  { operatorRole, now }: { readonly operatorRole: OperatorRole | undefined; readonly now: Instant },
): Promise<void> {
  await tx.run(updateRole, [id, operatorRole, formatInstant(now)]);
}

const updateBreakGlassOf = statement(`
  UPDATE users SET is_break_glass = $2, operator_role = CASE WHEN $2 THEN 'admin' ELSE operator_role END,
    updated_at = $3::timestamptz
  WHERE id = $1`);

/** A break-glass account is an admin. */
export async function updateBreakGlass(
  tx: Transaction,
  id: UserId,
  { isBreakGlass, now }: { readonly isBreakGlass: boolean; readonly now: Instant },
): Promise<void> {
  await tx.run(updateBreakGlassOf, [id, isBreakGlass, formatInstant(now)]);
}

const updateDisabledAt = statement(`
  UPDATE users SET disabled_at = $2::timestamptz, is_disabled_by_directory = $3, updated_at = $4::timestamptz
  WHERE id = $1`);

export async function updateDisabled(
  tx: Transaction,
  id: UserId,
  { disabledBy, now }: { readonly disabledBy: "admin" | "directory" | undefined; readonly now: Instant },
): Promise<void> {
  const disabledAt = disabledBy === undefined ? null : formatInstant(now);
  await tx.run(updateDisabledAt, [id, disabledAt, disabledBy === "directory", formatInstant(now)]);
}

// Few enough for a scan: operators only. Ordered, so that concurrent transactions lock in the same order.
const lockAdmins = statement<{ readonly id: UserId }>(`
  SELECT id FROM users WHERE operator_role = 'admin' AND disabled_at IS NULL ORDER BY id FOR UPDATE`);

/** Locks all active operator admins until this transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<readonly UserId[]> {
  return (await tx.rows(lockAdmins)).map(({ id }) => id);
}

const countAll = statement<{ readonly found: boolean }>(`SELECT EXISTS (SELECT FROM users) AS found`);

export async function hasUsers(session: Session): Promise<boolean> {
  return (await session.first(countAll))?.found ?? false;
}

/** A user in a list. */
export interface UserSummary extends User {
  readonly hasSecondFactor: boolean;
  readonly tenants: number;
  readonly lastSeenAt: Instant | undefined;
}

const items = `
  SELECT ${columns},
    totp_secret IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE user_id = users.id) AS has_second_factor,
    (SELECT count(*)::integer FROM members WHERE user_id = users.id) AS tenants,
    (SELECT max(seen_at) FROM console_sessions WHERE user_id = users.id) AS last_seen_at
  FROM users WHERE (NOT $3::boolean OR operator_role IS NOT NULL)`;

// By the primary key; the rest by passkeys_by_user, members_by_user and console_sessions_by_user.
const listOlder = statement<UserSummary>(`${items} AND id < $1 ORDER BY id DESC LIMIT $2`);
const listNewer = statement<UserSummary>(`${items} AND id > $1 ORDER BY id LIMIT $2`);

export interface UsersSlice {
  /** The id next to which the page begins, and its direction. */
  readonly position: string;
  readonly isNewer: boolean;
  readonly limit: number;
  readonly operatorsOnly: boolean;
}

export function selectUsers(session: Session, slice: UsersSlice): Promise<readonly UserSummary[]> {
  const { position, isNewer, limit, operatorsOnly } = slice;
  return session.rows(isNewer ? listNewer : listOlder, [position, limit, operatorsOnly]);
}
