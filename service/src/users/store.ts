import type { Session, Transaction } from "../db/database.ts";
import { list } from "../db/list.ts";
import type { UserId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import { users } from "./tables.ts";
import { type User, userColumns } from "./user.ts";

const insertOne = users.insert({
  except: ["wrongCodes", "mailsApprovals", "mailsAlerts", "isDisabledByDirectory"],
  onConflict: "(lower(email)) DO NOTHING",
});

/** A local user, unless it says otherwise. */
export type NewUser = Omit<User, "disabledAt" | "isDisabledByDirectory" | "source" | "isBreakGlass"> &
  Partial<Pick<User, "source" | "isBreakGlass">> & { readonly passwordHash?: string };

/** False if another user has the email. */
export function insertUser(session: Session, user: NewUser): Promise<boolean> {
  const { createdAt, passwordHash } = user;
  const passwordAt = passwordHash === undefined ? undefined : createdAt;
  const local = { source: "local", isBreakGlass: false } as const;
  return insertOne(session, { ...local, ...user, passwordAt, updatedAt: createdAt });
}

export const selectUser = users.one({ by: ["id"], columns: userColumns });

export const lockUser = users.one({ by: ["id"], columns: userColumns, lock: "UPDATE" });

/** Index: users_by_email. */
const selectWithHash = users.one({
  by: ["email ignoring case"],
  columns: [...userColumns, "passwordHash"],
});

/** The user with this email, with the password hash. */
export async function selectCredentials(
  session: Session,
  email: string,
): Promise<{ readonly user: User; readonly passwordHash: string | undefined } | undefined> {
  const row = await selectWithHash(session, { email });
  if (row === undefined) return undefined;
  const { passwordHash, ...user } = row;
  return { user, passwordHash };
}

export const selectPasswordHash = users.one({ by: ["id"], columns: ["passwordHash"] });

/** Index: users_by_email. */
export const selectByEmail = users.one({ by: ["email ignoring case"], columns: ["id", "name"] });

/** A user's name, and whether the user is an operator. */
export interface NamedUser {
  readonly name: string;
  readonly isOperator: boolean;
}

const selectNamed = users.many({ by: ["id[]"], columns: ["id", "name", "operatorRole"] });

/** By their ids. */
export async function selectNames(
  session: Session,
  ids: readonly UserId[],
): Promise<ReadonlyMap<UserId, NamedUser>> {
  const rows = await selectNamed(session, { id: ids });
  return new Map(
    rows.map(({ id, name, operatorRole }) => [id, { name, isOperator: operatorRole !== undefined }]),
  );
}

export const updatePassword = users.update({ by: ["id"], set: ["passwordHash", "passwordAt", "updatedAt"] });

export const updateOperatorRole = users.update({ by: ["id"], set: ["operatorRole", "updatedAt"] });

/** A break-glass account is an admin. */
export const startBreakGlass = users.update({
  by: ["id"],
  set: ["updatedAt"],
  setText: "is_break_glass = true, operator_role = 'admin'",
});

export const endBreakGlass = users.update({
  by: ["id"],
  set: ["updatedAt"],
  setText: "is_break_glass = false",
});

const updateDisabledAt = users.update({
  by: ["id"],
  set: ["disabledAt", "isDisabledByDirectory", "updatedAt"],
});

export async function updateDisabled(
  tx: Transaction,
  id: UserId,
  { disabledBy, now }: { readonly disabledBy: "admin" | "directory" | undefined; readonly now: Instant },
): Promise<void> {
  const disabledAt = disabledBy === undefined ? undefined : now;
  await updateDisabledAt(tx, {
    id,
    disabledAt,
    isDisabledByDirectory: disabledBy === "directory",
    updatedAt: now,
  });
}

// Few enough for a scan: operators only. Ordered, so that concurrent transactions lock in the same order.
const lockAdmins = users.many({
  where: "operator_role = 'admin' AND disabled_at IS NULL",
  orderBy: ["id"],
  columns: ["id"],
  lock: "UPDATE",
});

/** Locks all active operator admins until this transaction ends. */
export async function lockActiveAdmins(tx: Transaction): Promise<readonly UserId[]> {
  return (await lockAdmins(tx)).map(({ id }) => id);
}

export const hasUsers = users.exists({});

/** A user in a list. */
export interface UserSummary extends User {
  readonly hasSecondFactor: boolean;
  readonly tenants: number;
  readonly lastSeenAt: Instant | undefined;
}

/** Newest first. By the primary key; the rest by passkeys_by_user, members_by_user and console_sessions_by_user. */
export const userList = list<UserSummary, { readonly operatorsOnly: boolean }>({
  from: users,
  columns: `
    id, email, name, operator_role, source, is_break_glass, created_at, disabled_at, is_disabled_by_directory,
    totp_secret IS NOT NULL OR EXISTS (SELECT FROM passkeys WHERE user_id = users.id) AS has_second_factor,
    (SELECT count(*)::integer FROM members WHERE user_id = users.id) AS tenants,
    (SELECT max(seen_at) FROM console_sessions WHERE user_id = users.id) AS last_seen_at`,
  filters: { operatorsOnly: (isOnly) => (isOnly ? "operator_role IS NOT NULL" : "true") },
});

/** There are few operators. */
export const selectActiveOperators = users.many({
  where: "operator_role IS NOT NULL AND disabled_at IS NULL",
  columns: ["id", "name"],
  orderBy: ["name", "id"],
  limit: true,
});
