type Search = Readonly<Record<string, unknown>>;

/** Query parameters stay strings: no filter is parsed as a number. */
export function parseSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Search): string {
  const given = Object.entries(search).filter(([, value]) => typeof value === "string" && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "" : `?${text}`;
}
