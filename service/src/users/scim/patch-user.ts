import { isObject, type JsonObject } from "./json-object.ts";
import { type PatchChange, readPatch, withAttribute } from "./patch.ts";
import { readUser, type ScimUserFields } from "./read-user.ts";
import type { ScimUser } from "./scim-user.ts";

/** The user after the changes of a PATCH request. */
export function patchUser(user: ScimUser, body: unknown): ScimUserFields {
  let resource: JsonObject = {
    userName: user.userName,
    externalId: user.externalId ?? null,
    displayName: user.name,
    name: { givenName: user.givenName ?? null, familyName: user.familyName ?? null },
    emails: [{ value: user.email, primary: true }],
    active: user.isActive,
  };
  for (const change of readPatch(body)) resource = applied(resource, change);
  return readUser(resource);
}

const simpleAttributes = {
  username: "userName",
  externalid: "externalId",
  displayname: "displayName",
  active: "active",
} as const;
const nameParts = { givenname: "givenName", familyname: "familyName", formatted: "formatted" } as const;

function applied(resource: JsonObject, change: PatchChange): JsonObject {
  const { attribute = "", subAttribute, op, value } = change;
  if (isKey(simpleAttributes, attribute)) {
    return withAttribute(resource, simpleAttributes[attribute], change);
  }
  if (attribute === "name") {
    const name = isObject(resource["name"]) ? resource["name"] : {};
    if (subAttribute === undefined)
      return { ...resource, name: isObject(value) ? { ...name, ...value } : {} };
    if (!isKey(nameParts, subAttribute)) return resource;
    return { ...resource, name: withAttribute(name, nameParts[subAttribute], change) };
  }
  // Only one address is kept: a removed one is replaced by the next, or by the user name.
  if (attribute !== "emails") return resource;
  if (op === "remove") return { ...resource, emails: [] };
  if (subAttribute === undefined) return { ...resource, emails: Array.isArray(value) ? value : [value] };
  return subAttribute === "value" ? { ...resource, emails: [{ value, primary: true }] } : resource;
}

function isKey<Keys extends object>(keys: Keys, name: string): name is Extract<keyof Keys, string> {
  return Object.hasOwn(keys, name);
}
