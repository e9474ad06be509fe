import type { HeldTransfer } from "./held.ts";

type End = HeldTransfer["source"];
type Hit = HeldTransfer["hits"][number];

/** Which account at which bank: "*****7890 at 021000021". */
export function bankWords({
  account_number: account,
  routing_number: routing,
}: Pick<End, "account_number" | "routing_number">): string | undefined {
  if (account === null) return undefined;
  return routing === null ? account : `${account} at ${routing}`;
}

/** Entries of the list by their numbers, which are no count, and names: "entry 2, QUORVAX MARITIME LLC". */
export function entryWords(hits: readonly Pick<Hit, "entry" | "name">[]): string {
  if (hits.length === 0) return "no entry: the name could not be compared in full";
  return hits.map(({ entry, name }) => `entry ${entry}${name === null ? "" : `, ${name}`}`).join("; ");
}
