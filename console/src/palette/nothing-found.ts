import { isWorthSearching } from "./tidied-search.ts";

/** Message for an empty result. The object may exist without the user having access to it. */
export function nothingFound(search: string, hasFailed: boolean): string {
  if (hasFailed) return "Search failed. Try again.";
  return isWorthSearching(search)
    ? `No results for “${search}” that you have access to.`
    : "No matching pages.";
}
