import { assert } from "../../kernel/assert.ts";
import { correctionCodeOf } from "./correction-codes.ts";
import type { NachaEntry } from "./nacha-file.ts";
import { wayBack } from "./return-entry.ts";

export interface CorrectionOptions {
  /** C01 and its like. */
  readonly code: string;
  /** What should have stood in the entry, by the code: an account number, a routing number, a transaction code. */
  readonly correctedData: string;
  /** Of the correction itself: it begins with the bank that corrects. */
  readonly traceNumber: string;
}

/** A notification of change about an entry, without money. It belongs into a batch of class COR. */
export function correctionOf(original: NachaEntry, options: CorrectionOptions): NachaEntry {
  const known = correctionCodeOf(options.code);
  assert(known?.stage === "correction", "an entry is corrected with the code of a correction");
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
