import { assert } from "../../kernel/assert.ts";
import { correctionCodeOf } from "./correction-codes.ts";
import type { NachaEntry } from "./nacha-file.ts";
import { wayBack } from "./return-entry.ts";

export interface CorrectionOptions {
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
