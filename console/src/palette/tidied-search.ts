const shortestSearch = 3;

/** What is pasted from a log or a letter comes with quotes, spaces and a full stop around it. */
export function tidiedSearch(typed: string): string {
  return typed.trim().replaceAll(/^["'`<([{]+|["'`>)\]},.;]+$/g, "");
}

/** Whether the service is worth asking for it: it finds things by id, and by nothing shorter than this. */
export function isWorthSearching(search: string): boolean {
  return search.length >= shortestSearch;
}
