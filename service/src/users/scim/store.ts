import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Id, UserId } from "../../kernel/id.ts";
import { scimGroupMembers, scimGroups, scimTokens, scimUsers, users } from "../tables.ts";
import type { ScimUser } from "./scim-user.ts";

const lockWrites = statement(`SELECT pg_advisory_xact_lock(7644)`);

/** SCIM writes are few: one at a time, so that a request and its repetition never interleave. */
export async function lockScimWrites(tx: Transaction): Promise<void> {
  await tx.run(lockWrites);
}

/** The provisioned user that has this id in the directory. Index: scim_users_by_external_id. */
export const selectProvisioned = scimUsers.one({ by: ["externalId"], columns: ["userId"] });

const userColumns = `${scimUsers.list("scim_user")}, console_user.email, console_user.name,
    console_user.disabled_at IS NULL AS is_active`;
const userTables = `scim_users AS scim_user JOIN users AS console_user ON console_user.id = scim_user.user_id`;

// By the primary keys.
const findUser = statement<ScimUser>(`SELECT ${userColumns} FROM ${userTables} WHERE scim_user.user_id = $1`);

export function selectScimUser(session: Session, userId: UserId): Promise<ScimUser | undefined> {
  return session.first(findUser, [userId]);
}

// Operators and members of companies: few enough for a scan.
const matchingUsers = `FROM ${userTables}
  WHERE ($1::text IS NULL OR lower(scim_user.user_name) = lower($1))
    AND ($2::text IS NULL OR scim_user.external_id = $2)
    AND ($3::text IS NULL OR lower(console_user.email) = lower($3))
    AND ($4::text IS NULL OR scim_user.user_id = $4)`;
const listUsers = statement<ScimUser>(
  `SELECT ${userColumns} ${matchingUsers} ORDER BY scim_user.user_id OFFSET $5 LIMIT $6`,
);
const countUsers = statement<{ readonly total: number }>(
  `SELECT count(*)::integer AS total ${matchingUsers}`,
);

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
  const items = await session.rows(listUsers, [...values, offset, limit]);
  return { items, total: (await session.first(countUsers, values))?.total ?? 0 };
}

export const upsertScimUser = scimUsers.insert({
  onConflict: `(user_id) DO UPDATE SET user_name = excluded.user_name, external_id = excluded.external_id,
    given_name = excluded.given_name, family_name = excluded.family_name, updated_at = excluded.updated_at`,
});

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

export const deleteScimUser = scimUsers.remove({ by: ["userId"] });

/** The directory manages the user from now on. */
export const updateScimProfile = users.update({
  by: ["id"],
  set: ["email", "name", "updatedAt"],
  setText: "source = 'scim', password_hash = NULL, password_at = NULL",
});

export type ScimGroupId = Id<"scim-group">;

/** A group that the directory provisioned. */
export interface ScimGroup extends RowOf<typeof scimGroups> {
  readonly members: readonly UserId[];
}

// Index: scim_group_members_by_user.
const namesOfUser = statement<{ readonly displayName: string; readonly externalId: string | undefined }>(`
  SELECT scim_group.display_name, scim_group.external_id
  FROM scim_group_members AS member JOIN scim_groups AS scim_group ON scim_group.id = member.group_id
  WHERE member.user_id = $1`);

/** In the role map, before the external id of a group. Without it, the map names a group by its display name. */
const externalIdPrefix = "externalId:";

/** A user's groups as the role map names them. One kind never matches the other: anyone may name a group. */
export async function selectGroupNames(session: Session, userId: UserId): Promise<readonly string[]> {
  const rows = await session.rows(namesOfUser, [userId]);
  return rows.flatMap(({ displayName, externalId }) => [
    ...(displayName.startsWith(externalIdPrefix) ? [] : [displayName]),
    ...(externalId === undefined ? [] : [externalIdPrefix + externalId]),
  ]);
}

const groupColumns = `${scimGroups.list()},
    coalesce((SELECT array_agg(member.user_id ORDER BY member.user_id) FROM scim_group_members AS member
      WHERE member.group_id = scim_groups.id), '{}') AS members`;

// By the primary keys.
const findGroup = statement<ScimGroup>(`SELECT ${groupColumns} FROM scim_groups WHERE id = $1`);

export function selectGroup(session: Session, id: ScimGroupId): Promise<ScimGroup | undefined> {
  return session.first(findGroup, [id]);
}

// Few enough for a scan.
const matchingGroups = `FROM scim_groups
  WHERE ($1::text IS NULL OR lower(display_name) = lower($1)) AND ($2::text IS NULL OR external_id = $2)
    AND ($3::text IS NULL OR id = $3)
    AND ($4::text IS NULL OR EXISTS (
      SELECT FROM scim_group_members WHERE group_id = scim_groups.id AND user_id = $4))`;
const listGroups = statement<ScimGroup>(
  `SELECT ${groupColumns} ${matchingGroups} ORDER BY id OFFSET $5 LIMIT $6`,
);
const countGroups = statement<{ readonly total: number }>(
  `SELECT count(*)::integer AS total ${matchingGroups}`,
);

export interface ScimGroupFilter {
  readonly displayName?: string;
  readonly externalId?: string;
  readonly id?: string;
  readonly member?: string;
}

export async function selectGroups(
  session: Session,
  { displayName, externalId, id, member }: ScimGroupFilter,
  { offset, limit }: Slice,
): Promise<{ readonly items: readonly ScimGroup[]; readonly total: number }> {
  const values = [displayName, externalId, id, member];
  const items = await session.rows(listGroups, [...values, offset, limit]);
  return { items, total: (await session.first(countGroups, values))?.total ?? 0 };
}

/** Index: scim_groups_by_external_id. */
export const selectGroupByExternalId = scimGroups.one({ by: ["externalId"], columns: ["id"] });

/** Index: scim_groups_by_name. */
export const selectGroupByName = scimGroups.one({ by: ["displayName ignoring case"], columns: ["id"] });

export const upsertGroup = scimGroups.insert({
  onConflict: `(id) DO UPDATE SET display_name = excluded.display_name, external_id = excluded.external_id,
    updated_at = excluded.updated_at`,
});

const insertMembers = scimGroupMembers.insertMany({ onConflict: "DO NOTHING" });
const removeMembers = scimGroupMembers.remove({ by: ["groupId", "userId[]"] });

export async function changeMembers(
  tx: Transaction,
  groupId: ScimGroupId,
  { added, removed }: { readonly added: readonly UserId[]; readonly removed: readonly UserId[] },
): Promise<void> {
  await insertMembers(
    tx,
    added.map((userId) => ({ groupId, userId })),
  );
  if (removed.length > 0) await removeMembers(tx, { groupId, userId: removed });
}

/** Its members have been removed before. */
export const deleteGroup = scimGroups.remove({ by: ["id"] });

/** Those of the ids that are provisioned users. */
export const selectKnownUsers = scimUsers.many({ by: ["userId[]"], columns: ["userId"] });

/** Index: scim_group_members_by_user. */
export const selectGroupsOf = scimGroupMembers.many({ by: ["userId"], columns: ["groupId"] });

export type ScimTokenId = Id<"scim-token">;

const tokenColumns = ["id", "name", "createdAt", "expiresAt", "lastUsedAt", "revokedAt"] as const;

/** A bearer token of the directory. */
export type ScimToken = Pick<RowOf<typeof scimTokens>, (typeof tokenColumns)[number]>;

export const insertToken = scimTokens.insert();

/** Newest first. */
export const selectTokens = scimTokens.many({ orderBy: ["id DESC"], columns: tokenColumns, limit: 1000 });

/** None if there is no such token, or it was revoked before. */
export const revokeToken = scimTokens.update({
  by: ["id"],
  where: "revoked_at IS NULL",
  set: ["revokedAt"],
});

/** Index: scim_tokens_by_digest. */
export const selectValidToken = scimTokens.one({
  by: ["tokenDigest", "expiresAt >"],
  where: "revoked_at IS NULL",
  columns: ["id", "lastUsedAt"],
});

export const updateTokenUse = scimTokens.update({
  by: ["id"],
  set: ["lastUsedAt"],
  audited: [],
});
