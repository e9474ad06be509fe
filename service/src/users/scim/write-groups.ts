import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import { recordChange } from "../record-change.ts";
import { isObject, type JsonObject, member } from "./json-object.ts";
import { readPatch } from "./patch.ts";
import { readText } from "./read-user.ts";
import { refreshAccess } from "./refresh-access.ts";
import { invalidValue, ScimError } from "./scim-error.ts";
import {
  changeMembers,
  deleteGroup,
  lockScimWrites,
  type ScimGroup,
  type ScimGroupId,
  selectGroup,
  selectGroupByExternalId,
  selectGroupByName,
  selectKnownUsers,
  upsertGroup,
} from "./store.ts";
import type { ScimDeps } from "./write-users.ts";

/** What a client may write of a group. */
export interface ScimGroupFields {
  readonly displayName: string;
  readonly externalId: string | undefined;
  readonly members: readonly string[];
}

const maxTextLength = 254;

export function readGroup(body: JsonObject): ScimGroupFields {
  const displayName = readText(body, "displayName", maxTextLength);
  if (displayName === undefined) throw invalidValue("displayName is required");
  return {
    displayName,
    externalId: readText(body, "externalId", maxTextLength),
    members: memberIds(member(body, "members") ?? []),
  };
}

/** The group after the changes of a PATCH request. */
export function patchGroup(group: ScimGroup, body: unknown): ScimGroupFields {
  let { displayName, externalId }: Pick<ScimGroupFields, "displayName" | "externalId"> = group;
  const members = new Set<string>(group.members);
  for (const { op, attribute, filter, value } of readPatch(body)) {
    if (attribute === "displayname") {
      displayName = readText({ value }, "value", maxTextLength) ?? displayName;
    } else if (attribute === "externalid") {
      externalId = op === "remove" ? undefined : readText({ value }, "value", maxTextLength);
    } else if (attribute === "members") {
      const named = filter === undefined ? memberIds(value ?? []) : [memberOf(filter)];
      const isAll = filter === undefined && (op === "replace" || (op === "remove" && value === undefined));
      if (isAll) members.clear();
      for (const id of named) {
        if (op === "remove") members.delete(id);
        else members.add(id);
      }
    }
  }
  return { displayName, externalId, members: [...members] };
}

/** A filter that is not understood must not mean all members. */
function memberOf(filter: string): string {
  const id = /^\s*value\s+eq\s+"([^"\\]*)"\s*$/i.exec(filter)?.[1];
  if (id === undefined) throw new ScimError(400, 'members can be filtered by value eq "…"', "invalidPath");
  return id;
}

function memberIds(value: unknown): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  return entries.map((entry) => {
    const id = isObject(entry) ? member(entry, "value") : entry;
    if (typeof id !== "string") throw invalidValue("members must be a list of objects with a value");
    return id;
  });
}

interface Write {
  readonly fields: ScimGroupFields;
  readonly cause: Cause;
}

export async function createGroup(deps: ScimDeps, tx: Transaction, write: Write): Promise<ScimGroupId> {
  await lockScimWrites(tx);
  const id = deps.newId<"scim-group">();
  await writeGroup(deps, tx, { id, group: undefined, ...write });
  return id;
}

export async function updateGroup(
  deps: ScimDeps,
  tx: Transaction,
  { group, ...write }: Write & { readonly group: ScimGroup },
): Promise<void> {
  await writeGroup(deps, tx, { id: group.id, group, ...write });
}

interface GroupWrite extends Write {
  readonly id: ScimGroupId;
  /** As it was. */
  readonly group: ScimGroup | undefined;
}

/** An entry of the audit log names at most as many users. */
const maxNamed = 100;

async function writeGroup(deps: ScimDeps, tx: Transaction, write: GroupWrite): Promise<void> {
  const { id, group, fields, cause } = write;
  const before = group?.members ?? [];
  const { displayName, externalId } = fields;
  const owner = await selectGroupByName(tx, { displayName });
  if (owner !== undefined && owner.id !== id) {
    throw new ScimError(409, "a group with this displayName exists already", "uniqueness");
  }
  const sameExternal =
    externalId === undefined ? undefined : await selectGroupByExternalId(tx, { externalId });
  if (sameExternal !== undefined && sameExternal.id !== id) {
    throw new ScimError(409, "a group with this externalId exists already", "uniqueness");
  }
  const after = await requireUsers(tx, fields.members);
  const added = after.filter((userId) => !before.includes(userId));
  const removed = before.filter((userId) => !after.includes(userId));
  const now = deps.clock.now();
  await upsertGroup(tx, { id, displayName, externalId, createdAt: now, updatedAt: now });
  await changeMembers(tx, id, { added, removed });
  await recordChange(deps, tx, {
    cause,
    action: "scim_group.write",
    id,
    ...(group === undefined ? {} : { before: { ...namesOf(group), members: before.length } }),
    after: { ...namesOf(fields), members: after.length, added: idsIn(added), removed: idsIn(removed) },
  });
  // A renamed group may grant another role to all of its members.
  for (const userId of [...new Set([...before, ...after])].sort(byText)) {
    await refreshAccess(deps, tx, { userId, cause });
  }
}

function namesOf({ displayName, externalId }: Pick<ScimGroupFields, "displayName" | "externalId">) {
  return { display_name: displayName, external_id: externalId ?? null };
}

function idsIn(userIds: readonly UserId[]): string {
  const more = userIds.length > maxNamed ? ` and ${userIds.length - maxNamed} others` : "";
  return userIds.slice(0, maxNamed).join(" ") + more;
}

export async function removeGroup(
  deps: ScimDeps,
  tx: Transaction,
  { id, cause }: { readonly id: ScimGroupId; readonly cause: Cause },
): Promise<void> {
  const group = await lockGroup(tx, id);
  await changeMembers(tx, id, { added: [], removed: group.members });
  await deleteGroup(tx, { id });
  const audited = { ...namesOf(group), removed: idsIn(group.members) };
  await recordChange(deps, tx, { cause, action: "scim_group.delete", id, before: audited });
  for (const userId of group.members) await refreshAccess(deps, tx, { userId, cause });
}

/** No other SCIM request changes it until this transaction ends. */
export async function lockGroup(tx: Transaction, id: ScimGroupId): Promise<ScimGroup> {
  await lockScimWrites(tx);
  const group = await selectGroup(tx, id);
  if (group === undefined) throw unknownGroup();
  return group;
}

export function unknownGroup(): ScimError {
  return new ScimError(404, "there is no group with this id");
}

async function requireUsers(tx: Transaction, ids: readonly string[]): Promise<readonly UserId[]> {
  const known = new Set<string>((await selectKnownUsers(tx, { userId: ids })).map(({ userId }) => userId));
  return [...new Set(ids)].map((text) => {
    const userId = parseId<"user">(text);
    if (userId === undefined || !known.has(userId)) throw invalidValue("members contains an unknown user");
    return userId;
  });
}

function byText(left: string, right: string): number {
  return left < right ? -1 : 1;
}
