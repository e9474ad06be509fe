import type { NachaBatch } from "./nacha-file.ts";

/** Standard entry class (SEC): the type of payment in a batch, and the addenda that its entries carry. */
export interface SecCode {
  readonly addenda: "payment" | "terminal" | "international" | "correction";
  /** Maximum per entry, not counting the addenda record of a return. */
  readonly maxAddenda: number;
  /** Whether the name of an entry begins with the number of its addenda records. */
  readonly countsInName: boolean;
}

/** Undefined for an unknown class. ADV records have another layout and are not supported. */
export function secCodeOf(code: string): SecCode | undefined {
  return classes.get(code);
}

/** An IAT batch, or the corrections of one: their entries have a different layout. */
export function isInternational(batch: Pick<NachaBatch, "sec" | "companyName">): boolean {
  return batch.sec === "IAT" || (batch.sec === "COR" && batch.companyName === "IATCOR");
}

const classes = new Map<string, SecCode>([
  ["ACK", payment(1)],
  ["ARC", payment(0)],
  ["ATX", { ...payment(9999), countsInName: true }],
  ["BOC", payment(0)],
  ["CCD", payment(1)],
  ["CIE", payment(1)],
  ["COR", { addenda: "correction", maxAddenda: 1, countsInName: false }],
  ["CTX", { ...payment(9999), countsInName: true }],
  ["DNE", payment(1)],
  ["ENR", payment(9999)],
  ["IAT", { addenda: "international", maxAddenda: 12, countsInName: false }],
  ["MTE", { addenda: "terminal", maxAddenda: 1, countsInName: false }],
  ["POP", payment(0)],
  ["POS", { addenda: "terminal", maxAddenda: 1, countsInName: false }],
  ["PPD", payment(1)],
  ["RCK", payment(0)],
  ["SHR", { addenda: "terminal", maxAddenda: 1, countsInName: false }],
  ["TEL", payment(0)],
  ["TRC", payment(0)],
  ["TRX", { ...payment(9999), countsInName: true }],
  ["WEB", payment(1)],
  ["XCK", payment(0)],
]);

function payment(maxAddenda: number): SecCode {
  return { addenda: "payment", maxAddenda, countsInName: false };
}
