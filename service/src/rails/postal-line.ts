import type { PostalAddress } from "./bank-work.ts";

/** A US address in one line, such as `1 Main Street, Suite 4, Springfield, IL 62701`. Undefined if it is not one. */
export function parsePostalLine(line: string): PostalAddress | undefined {
  const parts = line.split(",").map((part) => part.trim());
  if (/^USA?$/.test(parts.at(-1) ?? "")) parts.pop();
  const [, cityBefore, state, zip] =
    /^(?:(.+) )?([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(parts.pop() ?? "") ?? [];
  const city = cityBefore ?? parts.pop();
  const [streetLine1, ...rest] = parts;
  if (!streetLine1 || !city || state === undefined || zip === undefined) return undefined;
  return { streetLine1, streetLine2: rest.join(", ") || undefined, city, state, zip };
}
