import { bankDateOf } from "../calendar/new-york.ts";
import type { ReportedTransaction } from "../iso20022/iso-message.ts";
import { paymentSystemOf, railSystems } from "../rail.ts";
import type { BookingRecord } from "./bank-record.ts";

/** A part of a booking, and the references by which reports under another reference of the bank are recognized. */
export interface Movement {
  readonly direction: "credit" | "debit";
  /** The bank's reference of the booking, and of the part. They are equal if the booking has one part. */
  readonly bookingReference: string;
  readonly reference: string;
  readonly amountCents: bigint;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
  readonly transactionCode: string | undefined;
  readonly fileId: string | undefined;
  readonly names: readonly string[];
}

/**
 * References of a part by which another report may name it: the UETR, the IMAD, the trace number with its day, because
 * trace numbers repeat, or the bank's reference, alone or in a batch. Free text written by a third party, such as an
 * end-to-end id, is none.
 */
export function movementNames(
  { at }: Pick<BookingRecord, "at">,
  { uetr, clearingReference }: ReportedTransaction,
  bankReference: string | undefined,
): readonly string[] {
  const clearing = clearingReference?.replaceAll(/\s/g, "").toUpperCase() ?? "";
  return [
    ...(uetr === undefined ? [] : [`uetr/${uetr}`]),
    ...clearingNames(clearing, bankDateOf(at)),
    ...(bankReference === undefined ? [] : [nameOfBankReference(bankReference)]),
  ];
}

export function nameOfBankReference(reference: string): string {
  return `bank/${reference}`;
}

export function nameOfEntry(entryId: string): string {
  return `entry/${entryId}`;
}

/** By its format, because reports of the same movement may have different transaction codes, or none. */
function clearingNames(reference: string, day: string): readonly string[] {
  const systems = railSystems.map(paymentSystemOf);
  const system = systems.find(({ referencePattern }) => referencePattern?.test(reference) === true);
  if (system === undefined) return [];
  if (system.reference === "trace_number") return [`trace_number/${day}/${reference}`];
  return [`${system.reference ?? "clearing"}/${reference}`];
}
