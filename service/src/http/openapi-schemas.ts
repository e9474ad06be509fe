import type { TSchema } from "typebox";
import { assert } from "../kernel/assert.ts";
import { internalKeys, oneOfListKey, schemaNameKey, statedKey } from "./schemas.ts";
import type { ValueLists } from "./validation.ts";

/** Moves every named schema to a component and puts a reference in its place. */
export function liftNamedSchemas(
  value: unknown,
  { always, lists }: { readonly always: readonly TSchema[]; readonly lists: ValueLists },
): { readonly value: unknown; readonly components: Readonly<Record<string, unknown>> } {
  const components = new Map<string, unknown>();
  // Most schemas are used in many places; each is visited once.
  const visited = new Map<object, unknown>();

  const lift = (node: unknown): unknown => {
    if (typeof node !== "object" || node === null) return node;
    const lifted = visited.get(node) ?? (Array.isArray(node) ? node.map(lift) : liftObject(node));
    visited.set(node, lifted);
    return lifted;
  };

  const liftObject = (node: object): unknown => {
    const { [schemaNameKey]: name, ...rest } = node as Record<string, unknown>;
    const inner = Object.fromEntries(shownMembers(rest, lists).map(([key, member]) => [key, lift(member)]));
    if (typeof name !== "string") return inner;
    assertSame(name, components.get(name), inner);
    components.set(name, inner);
    return { $ref: `#/components/schemas/${name}` };
  };

  const lifted = lift(value);
  for (const schema of always) lift(schema);
  const sorted = [...components].sort(([left], [right]) => (left < right ? -1 : 1));
  return { value: lifted, components: Object.fromEntries(sorted) };
}

/** The complete schema without our internal keywords. */
export function plainSchema(schema: TSchema): object {
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(shownMembers(node).map(([key, member]) => [key, strip(member)]));
  };
  return strip(schema) as object;
}

/** What the document shows of a schema: without internal keywords, with those that it only states. */
function shownMembers(node: object, lists: ValueLists = {}): readonly [string, unknown][] {
  const { [statedKey]: statedKeywords, [oneOfListKey]: list } = node as Record<string, unknown>;
  const values = typeof list === "string" ? lists[list] : undefined;
  return Object.entries({
    ...node,
    ...(values === undefined ? {} : { pattern: `^(?:${values.join("|")})$` }),
    ...(statedKeywords as object | undefined),
  }).filter(([key]) => !internalKeys.has(key));
}

function assertSame(name: string, earlier: unknown, later: unknown): void {
  assert(
    earlier === undefined || JSON.stringify(earlier) === JSON.stringify(later),
    `two different schemas are both named ${name}`,
  );
}
