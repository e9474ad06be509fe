import { formatInstant } from "../../kernel/instant.ts";
import { groupSchema, userSchema } from "./discovery.ts";
import type { ScimUser } from "./scim-user.ts";
import type { ScimGroup } from "./store.ts";

export function presentScimUser(base: string, user: ScimUser): object {
  const { userId: id, externalId, givenName, familyName } = user;
  return {
    schemas: [userSchema],
    id,
    ...(externalId === undefined ? {} : { externalId }),
    userName: user.userName,
    displayName: user.name,
    name: {
      formatted: user.name,
      ...(givenName === undefined ? {} : { givenName }),
      ...(familyName === undefined ? {} : { familyName }),
    },
    emails: [{ value: user.email, type: "work", primary: true }],
    active: user.isActive,
    meta: {
      resourceType: "User",
      created: formatInstant(user.createdAt),
      lastModified: formatInstant(user.updatedAt),
      location: `${base}/Users/${id}`,
    },
  };
}

/** Clients of large groups request them without members. */
export function presentScimGroup(base: string, group: ScimGroup, hasMembers: boolean): object {
  const { id, externalId } = group;
  const members = group.members.map((value) => ({ value, type: "User", $ref: `${base}/Users/${value}` }));
  return {
    schemas: [groupSchema],
    id,
    ...(externalId === undefined ? {} : { externalId }),
    displayName: group.displayName,
    ...(hasMembers ? { members } : {}),
    meta: {
      resourceType: "Group",
      created: formatInstant(group.createdAt),
      lastModified: formatInstant(group.updatedAt),
      location: `${base}/Groups/${id}`,
    },
  };
}
