import { type SanctionsList, SanctionsListError } from "./sanctions-list.ts";

/** Size of a list, by the parts that come from separate files. */
export interface ListSize {
  readonly entries: number;
  readonly aliases: number;
  /** Birth dates, weak aliases and chain addresses. */
  readonly facts: number;
}

/** Lists shrink by a few entries at a time. A larger loss means a truncated download. */
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

/** Checked per part: a list without its aliases has as many entries as before, but finds half as much. */
export function refuseShrunken(next: ListSize, used: ListSize): void {
  for (const part of ["entries", "aliases", "facts"] as const) {
    if (next[part] >= used[part] * (1 - maxShrinkage)) continue;
    throw new SanctionsListError(
      `The new sanctions list has ${next[part]} ${shownAs[part]}, but the current one has ${used[part]}. It is ` +
        "probably truncated, so the current list is kept. If the list really shrank that much, restart the service.",
    );
  }
}
