import type { NachaBatch, NachaEntry, NachaFile } from "./nacha-file.ts";

/** 1,000,000.00 dollars for each entry; what is above it does not settle on the same day. */
export const sameDayLimitCents = 100_000_000n;

/** What the originator writes to ask for it: `SD` and the time of day at which the money is wanted. */
export function isSameDay(batch: Pick<NachaBatch, "descriptiveDate">): boolean {
  return /^SD(?:[01][0-9]|2[0-3])[0-5][0-9]$/.test(batch.descriptiveDate);
}

/**
 * Entries that ask for the same day and are above its limit. The form of such a file is right, so it is read; who lets
 * it in decides whether to refuse it.
 */
export function overSameDayLimit(file: NachaFile): readonly NachaEntry[] {
  return file.batches
    .filter(isSameDay)
    .flatMap(({ entries }) => entries.filter(({ amountCents }) => amountCents > sameDayLimitCents));
}
