import { ScimError } from "./scim-error.ts";

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function requireObject(value: unknown): JsonObject {
  if (isObject(value)) return value;
  throw new ScimError(400, "the body must be a JSON object", "invalidSyntax");
}

/** A member by its name; attribute names are case-insensitive (RFC 7643 §2.1). */
export function member(object: JsonObject, name: string): unknown {
  if (Object.hasOwn(object, name)) return object[name];
  const found = Object.keys(object).find((key) => key.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : object[found];
}
