import type {
  BankRecord,
  BookingRecord,
  CorrectionRecord,
  InquiryRecord,
  ReturnRecord,
  StatementRecord,
  StatusRecord,
} from "./bank-record.ts";
import { isBookedDollars } from "./bank-records-of-iso.ts";
import { decideBooking } from "./decide-booking.ts";
import { type Findings, type FoundItem, itemOf, nothing, ofEntry, together } from "./findings.ts";
import { createKnowledge, type Facts, type Knowledge } from "./knowledge.ts";

/** Turns the bank records of a file into bank events and items for manual review. Nothing is dropped. */
export function decideBankRecords(
  bankRecords: readonly BankRecord[],
  facts: Facts,
  fileHash: string,
): Findings {
  const known = createKnowledge(facts);
  return together(
    bankRecords.map((bankRecord, index) => {
      const findings = decideBankRecord(bankRecord, known, `${fileHash}/${index}`);
      // Later records see the effects of earlier ones in the same file.
      known.learn(findings);
      return findings;
    }),
  );
}

/** Every reference by which the records may identify an entry or a file. */
export function referencesOf(bankRecords: readonly BankRecord[]): readonly string[] {
  const texts = bankRecords.flatMap(textsOf).filter((text) => text !== undefined);
  return [...new Set(texts)];
}

function textsOf(bankRecord: BankRecord): readonly (string | undefined)[] {
  switch (bankRecord.type) {
    case "settled":
    case "rejected":
      return [...bankRecord.references, bankRecord.messageId];
    case "returned":
    case "corrected":
      return bankRecord.references;
    case "booking":
      return bankRecord.entry.details.flatMap((detail) => [
        detail.endToEndId,
        detail.transactionId,
        detail.uetr,
        detail.clearingReference,
      ]);
    case "statement":
    case "question":
      return [];
  }
}

/** The bank's references of the movements in the records. */
export function bookingReferencesOf(bankRecords: readonly BankRecord[]): readonly string[] {
  const bookings = bankRecords.filter(
    (bankRecord): bankRecord is BookingRecord => bankRecord.type === "booking",
  );
  return bookings.flatMap(({ entry: { bankReference } }) =>
    bankReference === undefined ? [] : [bankReference],
  );
}

function decideBankRecord(bankRecord: BankRecord, known: Knowledge, place: string): Findings {
  switch (bankRecord.type) {
    case "settled":
    case "rejected":
      return decideStatus(bankRecord, known, place);
    case "returned":
      return decideReturn(bankRecord, known, place);
    case "corrected":
      return decideCorrection(bankRecord, known);
    case "booking":
      return isBookedDollars(bankRecord.entry)
        ? decideBooking(bankRecord, known, place)
        : unbooked(bankRecord, place);
    case "statement":
      return { ...nothing, statements: [bankRecord], items: doesNotAddUp(bankRecord) };
    case "question":
      return {
        ...nothing,
        items: [itemOf(bankRecord.kind, bankRecord.reference ?? place, answerable(bankRecord))],
      };
  }
}

function decideStatus(bankRecord: StatusRecord, known: Knowledge, place: string): Findings {
  const { type, references, messageId, at, imad, reason } = bankRecord;
  const named = known.entryNamed(references);
  // A status of a whole message applies to each of its entries.
  const isWhole = named === undefined && references.length === 0 && messageId !== undefined;
  const meant = isWhole ? known.entriesOfFile(messageId) : [named];
  const entries = meant.filter((entry) => entry !== undefined);
  if (entries.length === 0) {
    const detail = `status report (${type}) for an unknown entry`;
    return unknown(`${type}/${references[0] ?? messageId ?? place}`, references[0] ?? messageId, { detail });
  }
  const content = type === "settled" ? { at, imad } : { at, reason };
  return { ...nothing, bankEvents: entries.map((entry) => ofEntry(entry, type, { content })) };
}

function decideReturn(bankRecord: ReturnRecord, known: Knowledge, place: string): Findings {
  const { references, returnReference, amountCents, at, reason } = bankRecord;
  const entry = known.entryNamed(references);
  const name = `${references[0] ?? ""}/${returnReference ?? place}`;
  if (entry === undefined) {
    const detail = `return ${reason.code} for an unknown entry`;
    return unknown(`returned/${name}`, references[0], { detail, amountCents });
  }
  const about = { entryId: entry.id, reference: returnReference, amountCents };
  if (entry.amountCents !== amountCents) {
    const detail = `return ${reason.code} with a different amount than the entry`;
    return { ...nothing, items: [itemOf("amount_differs", `returned/${name}`, { ...about, detail })] };
  }
  const before = known.returnOf(entry.id);
  if (before !== undefined && before.reference !== returnReference) {
    const detail = `second return ${reason.code} for the same entry`;
    return { ...nothing, items: [itemOf("returned_again", name, { ...about, detail })] };
  }
  return {
    ...nothing,
    bankEvents: [ofEntry(entry, "returned", { content: { at, reason }, reference: returnReference })],
    replied: [`unexplained_return/${entry.id}`],
  };
}

function decideCorrection(bankRecord: CorrectionRecord, known: Knowledge): Findings {
  const { references, correctionReference, at, reason } = bankRecord;
  const entry = known.entryNamed(references);
  if (entry === undefined) {
    const detail = `notification of change ${reason.code} for an unknown entry`;
    return unknown(`corrected/${references[0] ?? ""}/${correctionReference}`, references[0], { detail });
  }
  const key = `corrected/${entry.id}/${correctionReference}`;
  const content = { at, reason };
  return {
    ...nothing,
    bankEvents: [ofEntry(entry, "corrected", { content, key, reference: correctionReference })],
  };
}

/** Movements that are not booked, or in another currency: never processed automatically. */
function unbooked({ entry }: BookingRecord, place: string): Findings {
  const { bankReference: reference, currency, status, direction } = entry;
  const isDollars = currency === "USD";
  const detail = isDollars
    ? `a ${direction} with the status ${status}, which is not booked`
    : `a ${direction} in ${currency}`;
  const amountCents = isDollars ? entry.amountCents : undefined;
  const kind = isDollars ? "unbooked" : "other_currency";
  const name = reference === undefined ? place : `${reference}/${direction}`;
  return { ...nothing, items: [itemOf(kind, name, { reference, amountCents, detail })] };
}

function doesNotAddUp(bankRecord: StatementRecord): readonly FoundItem[] {
  const { reportId, openingCents, closingCents, creditCents, debitCents } = bankRecord;
  if (openingCents === undefined || closingCents === undefined) return [];
  if (openingCents + creditCents - debitCents === closingCents) return [];
  const detail = "the entries do not reconcile the opening with the closing balance";
  return [itemOf("statement_differs", reportId, { reference: reportId, detail })];
}

function answerable({ reference, amountCents, detail }: InquiryRecord) {
  return { reference, amountCents, detail };
}

function unknown(
  name: string,
  reference: string | undefined,
  rest: Pick<FoundItem, "detail"> & Partial<Pick<FoundItem, "amountCents">>,
): Findings {
  return { ...nothing, items: [itemOf("unknown_reference", name, { reference, ...rest })] };
}
