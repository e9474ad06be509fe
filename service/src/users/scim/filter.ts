import { ScimError } from "./scim-error.ts";

const comparison = /^(\S+)\s+eq\s+("(?:[^"\\]|\\.)*")$/i;
const work = /^emails\[type eq "work"\]\.value/i;

/**
 * Reads `attribute eq "value"`, also joined by `and`: the filters that Okta and Entra ID send. `names` maps attributes, in
 * lower case, to the members of the result.
 */
export function readFilter<Name extends string>(
  filter: string | undefined,
  names: Readonly<Record<string, Name>>,
): Partial<Record<Name, string>> {
  const result: Partial<Record<Name, string>> = {};
  if (filter === undefined || filter.trim() === "") return result;
  for (const part of filter.trim().split(/\s+and\s+(?=[^"]*(?:"[^"]*"[^"]*)*$)/i)) {
    const [, attribute = "", quoted = ""] = comparison.exec(part.trim().replace(work, "emails.value")) ?? [];
    const name = Object.hasOwn(names, attribute.toLowerCase()) ? names[attribute.toLowerCase()] : undefined;
    if (name === undefined || result[name] !== undefined) throw unsupported();
    result[name] = unquoted(quoted);
  }
  return result;
}

function unquoted(quoted: string): string {
  try {
    const text: unknown = JSON.parse(quoted);
    if (typeof text === "string" && !text.includes("\0") && text.isWellFormed()) return text;
  } catch {
    // Reported below.
  }
  throw unsupported();
}

function unsupported(): ScimError {
  return new ScimError(
    400,
    'the filter must be attributes with eq and a text, joined by "and"',
    "invalidFilter",
  );
}
