import type { Json } from "./part.ts";

/** A ULID, as text or, in an email address, in lower case. */
const idPattern = /(?<![0-9A-Za-z])[0-7][0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Za-z])/gi;

export type Rewrite = (text: string) => string;

/** Ids by their name, such as `transfers#12`, so that one more id does not change all others. */
export function nameIds(names: ReadonlyMap<string, string>): Rewrite {
  return (text) => text.replaceAll(idPattern, (id) => names.get(id.toUpperCase()) ?? "<id>");
}

/** Ids by the order in which they first appear. */
export function numberIds(): Rewrite {
  const numbers = new Map<string, string>();
  return (text) =>
    text.replaceAll(idPattern, (id) => {
      const known = numbers.get(id) ?? `<id ${numbers.size + 1}>`;
      numbers.set(id, known);
      return known;
    });
}

const timePattern = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)?/g;
const datePattern = /(?<!\d)20\d{2}-\d{2}-\d{2}(?!\d)/g;

export function maskTimes(text: string): string {
  return text.replaceAll(timePattern, "<time>").replaceAll(datePattern, "<date>");
}

/** A cursor has the id of its item. */
export function withoutCursors(value: Json): Json {
  if (typeof value !== "object" || value === null || isList(value)) return value;
  const { pagination } = value;
  if (typeof pagination !== "object" || pagination === null || isList(pagination)) return value;
  const cursors = Object.entries(pagination).map(([name, cursor]) => [
    name,
    typeof cursor === "string" ? "<cursor>" : cursor,
  ]);
  return { ...value, pagination: Object.fromEntries(cursors) };
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
