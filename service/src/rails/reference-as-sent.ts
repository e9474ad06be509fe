import { railText } from "./iso20022/rail-text.ts";
import { type BankRail, paymentSystemOf, systemOf } from "./rail.ts";

/** A reference as the rail carries it: ASCII, and cut to its field. Undefined if nothing is left of it. */
export function referenceAsSent(rail: BankRail, reference: string | undefined): string | undefined {
  return railText(reference, paymentSystemOf(systemOf(rail)).maxReferenceLength);
}
