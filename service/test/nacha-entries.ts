import { assert } from "../src/kernel/assert.ts";
import { correctionCodeOf } from "../src/rails/nacha/correction-codes.ts";
import type { NachaBatch, NachaEntry, NachaFile } from "../src/rails/nacha/nacha-file.ts";
import { returnCodeOf } from "../src/rails/nacha/return-codes.ts";
import { withCheckDigit } from "../src/rails/nacha/routing-digits.ts";
import { returnCodeFor } from "../src/rails/nacha/transaction-codes.ts";

interface ReturnOptions {
  /** Return reason code, such as R01. */
  readonly code: string;
  /** Trace number of the return; begins with the bank that returns the entry. */
  readonly traceNumber: string;
  readonly dateOfDeath?: string;
  readonly text?: string;
}

/**
 * Returns an entry to its ODFI. The return belongs in a batch with the original's class and company, whose `odfi` is
 * the returning bank.
 */
export function returnEntryOf(original: NachaEntry, options: ReturnOptions): NachaEntry {
  assert(returnCodeOf(options.code)?.stage === "return", "a return needs a return reason code");
  return {
    ...wayBack(original, options.traceNumber),
    addenda: [
      {
        type: "return",
        code: options.code,
        originalTrace: original.traceNumber,
        originalRdfi: original.rdfi.slice(0, 8),
        dateOfDeath: options.dateOfDeath,
        text: options.text ?? "",
        traceNumber: options.traceNumber,
      },
    ],
  };
}

/** Shared by returns and corrections: the original entry with the routing reversed and without its addenda. */
function wayBack(original: NachaEntry, traceNumber: string): NachaEntry {
  return {
    ...original,
    transactionCode: returnCodeFor(original.transactionCode),
    rdfi: withCheckDigit(original.traceNumber.slice(0, 8)),
    traceNumber,
    addenda: [],
  };
}

interface CorrectionOptions {
  /** Change code, such as C01. */
  readonly code: string;
  /** The correct value, by change code: an account number, a routing number, a transaction code. */
  readonly correctedData: string;
  /** Trace number of the correction; begins with the bank that sends it. */
  readonly traceNumber: string;
}

/** A notification of change about an entry, with a zero amount. It belongs in a batch of class COR. */
export function correctionOf(original: NachaEntry, options: CorrectionOptions): NachaEntry {
  const known = correctionCodeOf(options.code);
  assert(known?.stage === "correction", "a correction needs a change code from C01 to C14");
  return {
    ...wayBack(original, options.traceNumber),
    amountCents: 0n,
    addenda: [
      {
        type: "correction",
        code: options.code,
        originalTrace: original.traceNumber,
        originalRdfi: original.rdfi.slice(0, 8),
        correctedData: options.correctedData,
        traceNumber: options.traceNumber,
      },
    ],
  };
}

/** Fifteen digits: eight of the ODFI, and a sequence number of seven. */
export function traceNumberOf(odfi: string, sequence: number): string {
  assert(/^[0-9]{8}$/.test(odfi), "a trace number begins with the eight digits of the ODFI");
  assert(
    Number.isInteger(sequence) && sequence >= 0 && sequence <= maxTraceSequence,
    "the sequence number of a trace number has at most seven digits",
  );
  return `${odfi}${String(sequence).padStart(7, "0")}`;
}

export const maxTraceSequence = 9_999_999;

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
