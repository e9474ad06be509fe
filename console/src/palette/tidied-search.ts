const shortestSearch = 3;

/** Strips quotes, spaces and punctuation that surround an id pasted from a log or an email. */
export function tidiedSearch(typed: string): string {
  return typed.trim().replaceAll(/^["'`<([{]+|["'`>)\]},.;]+$/g, "");
}

/** Whether to query the service: it searches by id, with a minimum length. */
export function isWorthSearching(search: string): boolean {
  return search.length >= shortestSearch;
}
