import type { HeldTransfer } from "./held.ts";

type Hit = HeldTransfer["hits"][number];

/** Why a transfer is held: "Sanctions match: destination, open claim". */
export function holdWords({
  held_end: end,
  held_for_claim: owes,
}: Pick<HeldTransfer, "held_end" | "held_for_claim">): string {
  const match = end === null ? [] : [`sanctions match: ${end}`];
  const words = [...match, ...(owes ? ["open claim"] : [])].join(", ");
  return words === "" ? "–" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Sanctions list entries by entry number and name: "entry 2, QUORVAX MARITIME LLC". */
export function entryWords(hits: readonly Pick<Hit, "entry" | "name">[]): string {
  if (hits.length === 0) return "no entry: the name could not be fully screened";
  return hits.map(({ entry, name }) => `entry ${entry}${name === null ? "" : `, ${name}`}`).join("; ");
}
