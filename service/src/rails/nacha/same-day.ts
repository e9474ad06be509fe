import type { NachaBatch, NachaEntry, NachaFile } from "./nacha-file.ts";

/** 1,000,000.00 dollars per entry. A larger entry does not settle on the same day. */
export const sameDayLimitCents = 100_000_000n;

/** The originator requests Same Day ACH by `SD` and a time of day in the descriptive date. */
export function isSameDay(batch: Pick<NachaBatch, "descriptiveDate">): boolean {
  return /^SD(?:[01][0-9]|2[0-3])[0-5][0-9]$/.test(batch.descriptiveDate);
}

/**
 * Same-day entries above the limit. The file is well-formed, so the reader accepts it; the caller decides whether to
 * reject it.
 */
export function overSameDayLimit(file: NachaFile): readonly NachaEntry[] {
  return file.batches
    .filter(isSameDay)
    .flatMap(({ entries }) => entries.filter(({ amountCents }) => amountCents > sameDayLimitCents));
}
