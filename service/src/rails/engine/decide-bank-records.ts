import { paymentSystemOf } from "../rail.ts";
import type {
  BankRecord,
  BookingRecord,
  NotificationOfChangeRecord,
  ReturnRecord,
  StatementRecord,
  StatusRecord,
} from "./bank-record.ts";
import { isBookedDollars } from "./bank-records-of-iso.ts";
import { decideBooking, isConclusive, movementNamesIn } from "./decide-booking.ts";
import type { StoredEntry } from "./entry-store.ts";
import { createFindings, type Facts, type Findings, type GrowingFindings } from "./findings.ts";

/**
 * Turns the bank records of a file into bank events and items for manual review. Nothing is dropped. Later records see
 * the effects of earlier ones in the same file.
 */
export function decideBankRecords(
  bankRecords: readonly BankRecord[],
  facts: Facts,
  { id: fileId, sha256 }: { readonly id: string; readonly sha256: string },
): Findings {
  const found = createFindings(facts, fileId);
  for (const [index, bankRecord] of bankRecords.entries()) {
    decideBankRecord(bankRecord, found, `${sha256}/${index}`);
  }
  return found;
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
    case "acknowledged":
      return [...bankRecord.references, bankRecord.messageId];
    case "returned":
    case "notification_of_change":
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
  return bankRecords.flatMap((bankRecord) =>
    bankRecord.type === "booking" ? (bankRecord.entry.bankReference ?? []) : [],
  );
}

/** The references by which the movements in the records may be known. */
export function movementNamesOf(bankRecords: readonly BankRecord[]): readonly string[] {
  const names = bankRecords.flatMap((bankRecord) =>
    bankRecord.type === "booking" ? movementNamesIn(bankRecord) : [],
  );
  return [...new Set(names)];
}

function decideBankRecord(bankRecord: BankRecord, found: GrowingFindings, place: string): void {
  switch (bankRecord.type) {
    case "settled":
    case "rejected":
      decideStatus(bankRecord, found, place);
      break;
    case "acknowledged": {
      const named = found.entryNamed(bankRecord.references);
      const entries = named === undefined ? found.entriesOfFile(bankRecord.messageId ?? "") : [named];
      for (const { fileId } of entries) if (fileId !== undefined) found.acknowledge(fileId);
      break;
    }
    case "returned":
      decideReturn(bankRecord, found, place);
      break;
    case "notification_of_change":
      decideNotificationOfChange(bankRecord, found);
      break;
    case "booking":
      if (bankRecord.isIntraday && !isConclusive(bankRecord, found)) break;
      if (isBookedDollars(bankRecord.entry)) decideBooking(bankRecord, found, place);
      else unbooked(bankRecord, found, place);
      break;
    case "statement":
      decideStatement(bankRecord, found);
      break;
    case "question": {
      const { kind, reference, amountCents, detail } = bankRecord;
      found.addItem(kind, reference ?? place, { reference, amountCents, detail });
    }
  }
}

function decideStatus(bankRecord: StatusRecord, found: GrowingFindings, place: string): void {
  const { type, references, messageId, at, imad, reason } = bankRecord;
  const named = found.entryNamed(references);
  const ofMessage = messageId === undefined ? [] : found.entriesOfFile(messageId);
  const isOfReturn = ofMessage.some(({ kind, id }) => kind === "return" && id !== named?.id);
  const meant = named === undefined || isOfReturn ? ofMessage.filter(isMeant(references)) : [named];
  const reference = references[0] ?? messageId;
  if (meant.length === 0) {
    const detail = `status report (${type}) for an unknown entry`;
    found.addItem("unknown_reference", `${type}/${reference ?? place}`, { reference, detail });
    return;
  }
  for (const entry of meant) {
    const hasImad = paymentSystemOf(entry.system).reference === "imad";
    const settled = { type: "settled", at, imad: hasImad ? imad : undefined } as const;
    found.addEntryEvent(entry, type === "settled" ? settled : { type, at, reason });
  }
}

/**
 * A status of a whole message applies to each of its entries. That of a return may carry the references of the original,
 * which others wrote, even if they are those of a payment of ours: the message identifies the return.
 */
function isMeant(references: readonly string[]): (entry: StoredEntry) => boolean {
  return ({ kind }) => references.length === 0 || kind === "return";
}

function decideReturn(bankRecord: ReturnRecord, found: GrowingFindings, place: string): void {
  const { type, references, returnReference, amountCents, at, reason } = bankRecord;
  const entry = found.entryNamed(references);
  const name = `${references[0] ?? ""}/${returnReference ?? place}`;
  if (entry === undefined) {
    const detail = `return ${reason.code} for an unknown entry`;
    const about = { reference: references[0], amountCents, detail };
    found.addItem("unknown_reference", `returned/${name}`, about);
    return;
  }
  const about = { entryId: entry.id, reference: returnReference, amountCents };
  if (entry.amountCents !== amountCents) {
    const detail = `return ${reason.code} with a different amount than the entry`;
    found.addItem("amount_differs", `returned/${name}`, { ...about, detail });
    return;
  }
  const before = found.returnOf(entry.id);
  if (before !== undefined && before.reference !== returnReference) {
    const detail = `second return ${reason.code} for the same entry`;
    found.addItem("returned_again", name, { ...about, detail });
    return;
  }
  found.addEntryEvent(entry, { type, at, reason }, { reference: returnReference });
  found.resolve(`unexplained_return/${entry.id}`);
}

function decideNotificationOfChange(bankRecord: NotificationOfChangeRecord, found: GrowingFindings): void {
  const { type, references, changeReference, at, reason, corrected } = bankRecord;
  const entry = found.entryNamed(references);
  if (entry === undefined) {
    const detail = `notification of change ${reason.code} for an unknown entry; it can be refused with C62`;
    const name = `${type}/${references[0] ?? ""}/${changeReference}`;
    found.addItem("unknown_reference", name, { reference: references[0], detail });
    return;
  }
  const key = `${type}/${entry.id}/${changeReference}`;
  found.addEntryEvent(entry, { type, at, reason, corrected }, { reference: changeReference, key });
}

/** Movements that are not booked, or in another currency: never processed automatically. */
function unbooked({ entry }: BookingRecord, found: GrowingFindings, place: string): void {
  const { bankReference: reference, currency, status, direction } = entry;
  const name = reference === undefined ? place : `${reference}/${direction}`;
  if (currency !== "USD") {
    found.addItem("other_currency", name, { reference, detail: `a ${direction} in ${currency}` });
    return;
  }
  const detail = `a ${direction} with the status ${status}, which is not booked`;
  found.addItem("unbooked", name, { reference, amountCents: entry.amountCents, detail });
}

function decideStatement(bankRecord: StatementRecord, found: GrowingFindings): void {
  found.addStatement(bankRecord);
  const { reportId, openingCents, closingCents, creditCents, debitCents } = bankRecord;
  if (openingCents === undefined || closingCents === undefined) return;
  if (openingCents + creditCents - debitCents === closingCents) return;
  const detail = "the entries do not reconcile the opening with the closing balance";
  found.addItem("statement_differs", reportId, { reference: reportId, detail });
}
