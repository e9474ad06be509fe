const keptEnd = 8;
const longestWhole = 14;

/** Shortens an id to its end. Ids begin with a timestamp, so neighbors differ only at the end. */
export function shortId(id: string): string {
  return id.length <= longestWhole ? id : `…${id.slice(-keptEnd)}`;
}
