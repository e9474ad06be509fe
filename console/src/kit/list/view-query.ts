/** Parts of the address that are a place on the page, not what its list shows. */
const omitted: ReadonlySet<string> = new Set(["after", "before", "tab", "item"]);

/** Filters and order in the address of a list, as text. */
export function viewQuery(search: Readonly<Record<string, unknown>>): string {
  const filters = Object.entries(search).flatMap(([name, value]): [string, string][] =>
    typeof value === "string" && !omitted.has(name) ? [[name, value]] : [],
  );
  return new URLSearchParams(filters).toString();
}

/** The address of the page with a view: the page stays at its tab. */
export function viewSearch(
  query: string,
  current: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const { tab } = current;
  return { ...(tab === undefined ? {} : { tab }), ...Object.fromEntries(new URLSearchParams(query)) };
}
