import { type SanctionsList, SanctionsListError } from "./sanctions-list.ts";

/** How much a list holds, of each thing that comes from a file of its own. */
export interface ListSize {
  readonly entries: number;
  readonly aliases: number;
  /** Birth dates, weak aliases and addresses on chains. */
  readonly facts: number;
}

/** Lists shrink by a few entries at a time. One that lost more than this part was cut off on its way. */
const maxShrinkage = 0.2;
const shownAs = { entries: "entries", aliases: "aliases", facts: "facts in its remarks" } as const;

export function sizeOf({ entries }: SanctionsList): ListSize {
  const size = { entries: entries.length, aliases: 0, facts: 0 };
  for (const { names, birthDates, chainAddresses } of entries) {
    const weak = names.filter(({ type }) => type === "weak_aka").length;
    size.aliases += names.filter(({ type }) => type !== "primary").length - weak;
    size.facts += weak + birthDates.length + chainAddresses.length;
  }
  return size;
}

/** Each part by itself: without its aliases a list has as many entries as before, and finds half as much. */
export function refuseShrunken(next: ListSize, used: ListSize): void {
  for (const part of ["entries", "aliases", "facts"] as const) {
    if (next[part] >= used[part] * (1 - maxShrinkage)) continue;
    throw new SanctionsListError(
      `The new sanctions list has ${next[part]} ${shownAs[part]}, and the one in use has ${used[part]}: it was ` +
        "probably cut off on its way. The one in use stays. If the list really shrank so much, restart the service.",
    );
  }
}
