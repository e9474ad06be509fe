import { isObject, type JsonObject, member, requireObject } from "./json-object.ts";
import { ScimError } from "./scim-error.ts";

/** One change of a PATCH request (RFC 7644 §3.5.2), taken apart. */
export interface PatchChange {
  readonly op: "add" | "replace" | "remove";
  /** In lower case, without the URN of its schema; undefined for the resource as a whole. */
  readonly attribute: string | undefined;
  /** In brackets; undefined without them. */
  readonly filter: string | undefined;
  /** After the attribute or the brackets, in lower case. */
  readonly subAttribute: string | undefined;
  readonly value: unknown;
}

const maxOperations = 1_000;
const urn = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i;
const pathShape = /^([a-z$][\w$-]*)(?:\[([^\]]*)\])?(?:\.([a-z][\w-]*))?$/i;

/**
 * Reads the operations of a PATCH request. Okta sends an object without a path; Entra ID sends verbs with a capital
 * letter, and paths as names in the object.
 */
export function readPatch(body: unknown): readonly PatchChange[] {
  const operations = member(requireObject(body), "Operations");
  if (!Array.isArray(operations) || operations.length === 0 || operations.length > maxOperations) {
    throw new ScimError(
      400,
      `Operations must be a list of at most ${maxOperations} changes`,
      "invalidSyntax",
    );
  }
  return operations.flatMap(readOperation);
}

function readOperation(operation: unknown): readonly PatchChange[] {
  const object = requireObject(operation);
  const op = readVerb(member(object, "op"));
  const path = member(object, "path") ?? undefined;
  const value = member(object, "value");
  if (path !== undefined) return [changeAt(op, path, value)];
  if (op === "remove" || !isObject(value)) {
    throw new ScimError(400, "an operation without a path must have an object as its value", "invalidPath");
  }
  return Object.entries(value).map(([name, each]) => changeAt(op, name, each));
}

function readVerb(op: unknown): PatchChange["op"] {
  const verb = typeof op === "string" ? op.toLowerCase() : undefined;
  if (verb === "add" || verb === "replace" || verb === "remove") return verb;
  throw new ScimError(400, "op must be add, replace or remove", "invalidSyntax");
}

function changeAt(op: PatchChange["op"], path: unknown, value: unknown): PatchChange {
  const text = typeof path === "string" ? path.replace(urn, "") : "";
  // Attributes of extensions, such as the enterprise user, are not stored.
  if (/^urn:/i.test(text)) return { op, attribute: text, ...nothing, value };
  const parts = pathShape.exec(text);
  if (parts === null) throw new ScimError(400, "the path is not supported", "invalidPath");
  const [, attribute = "", filter, sub] = parts;
  return {
    op,
    attribute: attribute.toLowerCase(),
    filter,
    subAttribute: sub?.toLowerCase(),
    value,
  };
}

const nothing = { filter: undefined, subAttribute: undefined };

/** The resource with its attributes replaced one by one; `remove` makes one null. */
export function withAttribute(resource: JsonObject, name: string, { op, value }: PatchChange): JsonObject {
  return { ...resource, [name]: op === "remove" ? null : value };
}
