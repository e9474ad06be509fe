import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Id, UserId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Slice } from "./user-store.ts";

export type ScimGroupId = Id<"scim-group">;

/** A group that the directory provisioned. */
export interface ScimGroup {
  readonly id: ScimGroupId;
  readonly displayName: string;
  readonly externalId: string | undefined;
  readonly members: readonly UserId[];
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
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

// Index: scim_groups_by_external_id.
const findByExternalId = statement<{ readonly id: ScimGroupId }>(
  `SELECT id FROM scim_groups WHERE external_id = $1`,
);

export async function selectGroupByExternalId(
  session: Session,
  externalId: string | undefined,
): Promise<ScimGroupId | undefined> {
  if (externalId === undefined) return undefined;
  return (await session.first(findByExternalId, [externalId]))?.id;
}

const columns = `id, display_name, external_id, created_at, updated_at,
    coalesce((SELECT array_agg(member.user_id ORDER BY member.user_id) FROM scim_group_members AS member
      WHERE member.group_id = scim_groups.id), '{}') AS members`;

// By the primary keys.
const findOne = statement<ScimGroup>(`SELECT ${columns} FROM scim_groups WHERE id = $1`);

export function selectGroup(session: Session, id: ScimGroupId): Promise<ScimGroup | undefined> {
  return session.first(findOne, [id]);
}

// Few enough for a scan.
const matching = `FROM scim_groups
  WHERE ($1::text IS NULL OR lower(display_name) = lower($1)) AND ($2::text IS NULL OR external_id = $2)
    AND ($3::text IS NULL OR id = $3)
    AND ($4::text IS NULL OR EXISTS (
      SELECT FROM scim_group_members WHERE group_id = scim_groups.id AND user_id = $4))`;
const listSome = statement<ScimGroup>(`SELECT ${columns} ${matching} ORDER BY id OFFSET $5 LIMIT $6`);
const countSome = statement<{ readonly total: number }>(`SELECT count(*)::integer AS total ${matching}`);

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
  const items = await session.rows(listSome, [...values, offset, limit]);
  return { items, total: (await session.first(countSome, values))?.total ?? 0 };
}

// Index: scim_groups_by_name.
const findByName = statement<{ readonly id: ScimGroupId }>(
  `SELECT id FROM scim_groups WHERE lower(display_name) = lower($1)`,
);

export async function selectGroupByName(
  session: Session,
  displayName: string,
): Promise<ScimGroupId | undefined> {
  return (await session.first(findByName, [displayName]))?.id;
}

const upsertOne = statement(`
  INSERT INTO scim_groups (id, display_name, external_id, created_at, updated_at)
  VALUES ($1, $2, $3, $4::timestamptz, $4::timestamptz)
  ON CONFLICT (id) DO UPDATE SET display_name = $2, external_id = $3, updated_at = $4::timestamptz`);

export async function upsertGroup(
  tx: Transaction,
  { id, displayName, externalId }: Pick<ScimGroup, "id" | "displayName" | "externalId">,
  now: Instant,
): Promise<void> {
  await tx.run(upsertOne, [id, displayName, externalId, formatInstant(now)]);
}

const insertMembers = statement(`
  INSERT INTO scim_group_members (group_id, user_id) SELECT $1, unnest($2::text[]) ON CONFLICT DO NOTHING`);

const removeMembers = statement(`
  DELETE FROM scim_group_members WHERE group_id = $1 AND user_id = ANY ($2::text[])`);

export async function changeMembers(
  tx: Transaction,
  id: ScimGroupId,
  { added, removed }: { readonly added: readonly UserId[]; readonly removed: readonly UserId[] },
): Promise<void> {
  if (added.length > 0) await tx.run(insertMembers, [id, added]);
  if (removed.length > 0) await tx.run(removeMembers, [id, removed]);
}

const deleteOne = statement(`DELETE FROM scim_groups WHERE id = $1`);

/** Its members have been removed before. */
export async function deleteGroup(tx: Transaction, id: ScimGroupId): Promise<void> {
  await tx.run(deleteOne, [id]);
}

// By the primary key.
const knownUsers = statement<{ readonly userId: UserId }>(
  `SELECT user_id FROM scim_users WHERE user_id = ANY ($1::text[])`,
);

/** Those of the ids that are provisioned users. */
export async function selectKnownUsers(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return new Set((await session.rows(knownUsers, [ids])).map(({ userId }) => userId));
}

// Index: scim_group_members_by_user.
const groupsOfUser = statement<{ readonly groupId: ScimGroupId }>(
  `SELECT group_id FROM scim_group_members WHERE user_id = $1`,
);

export async function selectGroupsOf(session: Session, userId: UserId): Promise<readonly ScimGroupId[]> {
  return (await session.rows(groupsOfUser, [userId])).map(({ groupId }) => groupId);
}
