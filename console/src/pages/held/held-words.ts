import type { HeldTransfer } from "./held.ts";

type TransferParty = HeldTransfer["source"];
type Hit = HeldTransfer["hits"][number];

/** Bank account label: "*****7890 at 021000021". */
export function bankWords({
  account_number: account,
  routing_number: routing,
}: Pick<TransferParty, "account_number" | "routing_number">): string | undefined {
  if (account === null) return undefined;
  return routing === null ? account : `${account} at ${routing}`;
}

/** Sanctions list entries by entry number and name: "entry 2, QUORVAX MARITIME LLC". */
export function entryWords(hits: readonly Pick<Hit, "entry" | "name">[]): string {
  if (hits.length === 0) return "no entry: the name could not be fully screened";
  return hits.map(({ entry, name }) => `entry ${entry}${name === null ? "" : `, ${name}`}`).join("; ");
}
