export interface SplitPath {
  readonly to: string;
  readonly search: () => Readonly<Record<string, string>>;
}

/** Splits path and query, which the router takes separately. */
export function splitPath(path: string): SplitPath {
  const at = path.indexOf("?");
  if (at === -1) return { to: path, search: () => ({}) };
  const search = Object.fromEntries(new URLSearchParams(path.slice(at)));
  return { to: path.slice(0, at), search: () => search };
}
