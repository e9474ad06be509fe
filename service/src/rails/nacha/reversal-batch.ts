import type { NachaBatch, NachaEntry } from "./nacha-file.ts";
import { traceNumberOf } from "./trace-number.ts";
import { reversalCodeFor } from "./transaction-codes.ts";

export interface ReversalOptions {
  readonly number: number;
  /** `YYYY-MM-DD`. A reversal must be sent within five banking days of the original. */
  readonly effectiveDate: string;
  /** Sequence number of the first entry; the others follow. */
  readonly firstSequence: number;
}

/** Reverses a batch entry by entry. Nacha requires the description REVERSAL. */
export function reversalBatchOf(original: NachaBatch, options: ReversalOptions): NachaBatch {
  return {
    ...original,
    serviceClass: reversedClass(original.serviceClass),
    description: "REVERSAL",
    effectiveDate: options.effectiveDate,
    settlementDay: undefined,
    number: options.number,
    entries: original.entries.map((entry, index) =>
      reversalOf(entry, traceNumberOf(original.odfi, options.firstSequence + index)),
    ),
  };
}

function reversedClass(serviceClass: NachaBatch["serviceClass"]): NachaBatch["serviceClass"] {
  switch (serviceClass) {
    case "200":
      return "200";
    case "220":
      return "225";
    case "225":
      return "220";
  }
}

function reversalOf(entry: NachaEntry, traceNumber: string): NachaEntry {
  return { ...entry, transactionCode: reversalCodeFor(entry.transactionCode), traceNumber };
}
