import { isObject, type JsonObject, member } from "./json-object.ts";
import { invalidValue } from "./scim-error.ts";
import type { ScimUser } from "./scim-user.ts";

/** What a client may write of a user. */
export type ScimUserFields = Pick<
  ScimUser,
  "userName" | "externalId" | "givenName" | "familyName" | "email" | "name"
> & {
  /** Undefined keeps the state. */
  readonly isActive: boolean | undefined;
};

const maxTextLength = 254;
const maxNameLength = 100;
const emailShape = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;

/** Reads a user as a client sends it. Attributes that the console does not need are ignored. */
export function readUser(body: JsonObject): ScimUserFields {
  const userName = readText(body, "userName", maxTextLength);
  if (userName === undefined) throw invalidValue("userName is required");
  const given = member(body, "name");
  const nameParts = isObject(given) ? given : {};
  const givenName = readText(nameParts, "givenName", maxNameLength);
  const familyName = readText(nameParts, "familyName", maxNameLength);
  const inFull = [givenName, familyName].filter((part) => part !== undefined).join(" ");
  const name =
    readText(body, "displayName", maxTextLength) ??
    readText(nameParts, "formatted", maxTextLength) ??
    (inFull || userName);
  return {
    userName,
    externalId: readText(body, "externalId", maxTextLength),
    givenName,
    familyName,
    name: name.slice(0, maxNameLength),
    email: readEmail(body, userName),
    isActive: readActive(member(body, "active") ?? undefined),
  };
}

/** Null means that the attribute has no value. */
export function readText(object: JsonObject, name: string, maxLength: number): string | undefined {
  const value = member(object, name) ?? undefined;
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > maxLength || /\p{Cc}/u.test(value)) {
    throw invalidValue(`${name} must be text of at most ${maxLength} characters`);
  }
  return value;
}

/** Entra ID sends booleans as text. */
function readActive(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.toLowerCase() : undefined;
  if (text === "true") return true;
  if (text === "false") return false;
  throw invalidValue("active must be true or false");
}

/** The primary address, or the first one; otherwise the user name, if it is an address. */
function readEmail(body: JsonObject, userName: string): string {
  const emails = member(body, "emails");
  const entries = (Array.isArray(emails) ? emails : []).filter(isObject);
  const chosen = entries.find((entry) => member(entry, "primary") === true) ?? entries[0];
  const email = (chosen && readText(chosen, "value", maxTextLength)) ?? userName;
  if (emailShape.test(email)) return email;
  throw invalidValue("emails must contain an email address, unless userName is one");
}
