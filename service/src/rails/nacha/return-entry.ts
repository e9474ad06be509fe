import { assert } from "../../kernel/assert.ts";
import type { NachaEntry } from "./nacha-file.ts";
import { returnCodeOf } from "./return-codes.ts";
import { withCheckDigit } from "./routing-digits.ts";
import { returnCodeFor } from "./transaction-codes.ts";

export interface ReturnOptions {
  /** R01 and its like. */
  readonly code: string;
  /** Of the return itself: it begins with the bank that returns. */
  readonly traceNumber: string;
  readonly dateOfDeath?: string;
  readonly text?: string;
}

/**
 * The entry that takes another one back to the bank that sent it. It belongs into a batch of the original's class and
 * company, whose `odfi` is the bank that returns.
 */
export function returnEntryOf(original: NachaEntry, options: ReturnOptions): NachaEntry {
  assert(returnCodeOf(options.code)?.stage === "return", "an entry is returned with the code of a return");
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

/** What a return and a correction have in common: everything of the original but where it goes, and its addenda. */
export function wayBack(original: NachaEntry, traceNumber: string): NachaEntry {
  return {
    ...original,
    transactionCode: returnCodeFor(original.transactionCode),
    rdfi: withCheckDigit(original.traceNumber.slice(0, 8)),
    traceNumber,
    addenda: [],
  };
}
