import { isWorthSearching } from "./tidied-search.ts";

/** What is said where nothing is listed. There may be such a thing, and it may be none of one's business. */
export function nothingFound(search: string, hasFailed: boolean): string {
  if (hasFailed) return "The search did not work. Try again.";
  return isWorthSearching(search)
    ? `Nothing was found for “${search}” among what you may see.`
    : "No page has a name like this.";
}
