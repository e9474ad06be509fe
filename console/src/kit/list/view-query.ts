/** Parts of the address that are a place in a list, not what it shows. */
const omitted: ReadonlySet<string> = new Set(["after", "before", "tab"]);

/** Filters and order in the address of a list, as text. */
export function viewQuery(search: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(search).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !omitted.has(name) ? [[name, value]] : [],
  );
  return new URLSearchParams(filters).toString();
}

export function viewSearch(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}
