import { assert } from "../../kernel/assert.ts";
import type { NachaEntry } from "./nacha-file.ts";
import { returnCodeOf } from "./return-codes.ts";
import { withCheckDigit } from "./routing-digits.ts";
import { returnCodeFor } from "./transaction-codes.ts";

export interface ReturnOptions {
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
export function wayBack(original: NachaEntry, traceNumber: string): NachaEntry {
  return {
    ...original,
    transactionCode: returnCodeFor(original.transactionCode),
    rdfi: withCheckDigit(original.traceNumber.slice(0, 8)),
    traceNumber,
    addenda: [],
  };
}
