const keptEnd = 8;
const longestWhole = 14;

/** The end of an id is what tells it from its neighbours: the beginning is the time, which they share. */
export function shortId(id: string): string {
  return id.length <= longestWhole ? id : `…${id.slice(-keptEnd)}`;
}
