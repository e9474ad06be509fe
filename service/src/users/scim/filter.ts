import { ScimError } from "./scim-error.ts";

const workEmail = 'emails[type eq "work"].value';

// Sticky: each begins where the one before ended, so that the time is linear in the length of the filter.
const comparison = /(emails\[type eq "work"\]\.value|[^\s"]+)\s+eq\s+("(?:[^"\\]|\\.)*")/iy;
const conjunction = /\s+and\s+/iy;

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
  for (const [attribute, quoted] of comparisons(filter.trim())) {
    const name = Object.hasOwn(names, attribute) ? names[attribute] : undefined;
    if (name === undefined || result[name] !== undefined) throw unsupported();
    result[name] = unquoted(quoted);
  }
  return result;
}

/** Attributes in lower case, and quoted texts. */
function* comparisons(filter: string): Generator<readonly [string, string]> {
  for (let at = 0; at < filter.length; at = conjunction.lastIndex) {
    comparison.lastIndex = at;
    const [, attribute = "", quoted = ""] = comparison.exec(filter) ?? [];
    const name = attribute.toLowerCase();
    yield [name === workEmail ? "emails.value" : name, quoted];
    if (comparison.lastIndex === filter.length) return;
    conjunction.lastIndex = comparison.lastIndex;
    if (!conjunction.test(filter)) throw unsupported();
  }
  throw unsupported();
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
