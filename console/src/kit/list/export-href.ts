/** Address of a download: a console API path with the parameters that are set. */
export function exportHref(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const text = new URLSearchParams(set).toString();
  return text === "" ? path : `${path}?${text}`;
}
