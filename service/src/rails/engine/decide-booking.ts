import type { IncomingBankPayment } from "../bank-work.ts";
import { bankDateOf } from "../calendar/new-york.ts";
import type { ReportedEntry, ReportedTransaction } from "../iso20022/iso-message.ts";
import { isDebit, paymentSystemOf, type RailSystem, railSystems } from "../rail.ts";
import type { Booking } from "./account-store.ts";
import type { BookingRecord } from "./bank-record.ts";
import { isBookedDollars } from "./bank-records-of-iso.ts";
import type { StoredEntry } from "./entry-store.ts";
import type { GrowingFindings } from "./findings.ts";
import type { ItemRecord } from "./item-store.ts";
import { type Movement, movementNames, nameOfBankReference, nameOfEntry } from "./movement.ts";
import { kindOfTransactionCode, type TransactionKind } from "./transaction-codes.ts";

/**
 * A booked movement in dollars: the settlement of an entry, its return, or an incoming payment. A reference that was
 * booked before, for example by a notification, is not processed again.
 */
export function decideBooking(bankRecord: BookingRecord, found: GrowingFindings, place: string): void {
  const { entry } = bankRecord;
  const { bankReference: reference, direction, amountCents } = entry;
  if (reference === undefined) {
    decideParts(bankRecord, found, place);
    return;
  }
  const before = found.booking(reference, direction);
  if (before !== undefined && before.amountCents !== amountCents) {
    const detail = `${direction} with a reference that was used for a different amount`;
    const about = { reference, amountCents, detail };
    found.addItem("amount_differs", `booked/${reference}/${place}`, about);
    return;
  }
  found.resolve(`unbooked/${reference}/${direction}`);
  const isNew = before === undefined;
  const duplicateCents = isNew ? decideParts(bankRecord, found, reference) : 0n;
  if (!isNew) for (const part of partsOf(bankRecord, reference) ?? []) learnReferences(part, found);
  found.addBooking(bookingOf(bankRecord, { reference, duplicateCents }));
}

/**
 * Whether an entry of an intraday report is applied: it is booked in dollars under a reference, and each of its details
 * names an entry of ours or is a complete incoming payment. All else is left to the notification or the statement, which
 * may say more. Once applied, a reference is not applied again.
 */
export function isConclusive(bankRecord: BookingRecord, found: GrowingFindings): boolean {
  const { entry } = bankRecord;
  const { details, direction, isReversal, bankReference } = entry;
  const kind = kindOfTransactionCode(entry.transactionCode);
  const isCredit = direction === "credit" && !isReversal;
  return (
    isBookedDollars(entry) &&
    bankReference !== undefined &&
    details.length > 0 &&
    amountsOf(entry) !== undefined &&
    details.every(
      (detail) =>
        found.entryNamed(namesIn(detail), kind?.systems) !== undefined ||
        (isCredit && !found.isAwaited(namesIn(detail)) && isComplete(bankRecord, kind, detail)),
    )
  );
}

/** An incoming payment to which a later report adds nothing: payment system, sender and virtual account are known. */
function isComplete(
  { accountNumber }: BookingRecord,
  kind: TransactionKind | undefined,
  { creditor, debtor, clearingReference }: ReportedTransaction,
): boolean {
  const isKnown = kind?.isReturn !== true && systemOfPayment(kind, clearingReference) !== undefined;
  const isToVirtualAccount = creditor.accountNumber !== undefined && creditor.accountNumber !== accountNumber;
  return isKnown && isToVirtualAccount && debtor.name !== undefined;
}

function bookingOf(
  { entry, at, reportId }: BookingRecord,
  known: Pick<Booking, "reference" | "duplicateCents">,
): Booking {
  const { direction, amountCents, transactionCode, bookedAt } = entry;
  const bookedOn = bookedAt?.slice(0, dateLength) ?? new Date(at).toISOString().slice(0, dateLength);
  return { ...known, direction, amountCents, transactionCode, bookedOn, reportId };
}

const dateLength = "YYYY-MM-DD".length;

/** A booking may be the sum of several payments. Returns the sum of those that were booked before. */
function decideParts(bankRecord: BookingRecord, found: GrowingFindings, name: string): bigint {
  const { bankReference: reference, amountCents, direction } = bankRecord.entry;
  const parts = partsOf(bankRecord, name);
  if (parts === undefined) {
    const detail = `${direction} whose details do not add up to its amount`;
    found.addItem("amount_differs", `parts/${name}`, { reference, amountCents, detail });
    return 0n;
  }
  return parts.reduce((total, part) => total + decidePart(part, found), 0n);
}

/** Undefined if the details don't add up. */
function partsOf(bankRecord: BookingRecord, name: string): readonly Part[] | undefined {
  const details = detailsOf(bankRecord.entry);
  const amounts = amountsOf(bankRecord.entry);
  if (amounts === undefined) return undefined;
  return ownReferences(details).map((detail, index) => {
    const partName = details.length === 1 ? name : `${name}-${index + 1}`;
    return { bankRecord, detail, amountCents: amounts[index] ?? 0n, name: partName };
  });
}

function detailsOf({ details }: ReportedEntry): readonly ReportedTransaction[] {
  return details.length === 0 ? [noDetails] : details;
}

/** The amount of each detail; undefined if they don't add up. */
function amountsOf(entry: ReportedEntry): readonly bigint[] | undefined {
  const details = detailsOf(entry);
  const isSingle = details.length === 1;
  const amounts = details.map((detail) => detail.amountCents ?? (isSingle ? entry.amountCents : 0n));
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  const isWhole = sum === entry.amountCents && (isSingle || amounts.every((amount) => amount > 0n));
  return isWhole ? amounts : undefined;
}

/** A reference shared by several details is that of the whole booking, and must not identify any of them. */
function ownReferences(details: readonly ReportedTransaction[]): readonly ReportedTransaction[] {
  const references = details.map(({ bankReference }) => bankReference);
  return details.map((detail, index) =>
    references.some((other, place) => place !== index && other === detail.bankReference)
      ? { ...detail, bankReference: undefined }
      : detail,
  );
}

interface Part {
  readonly bankRecord: BookingRecord;
  readonly detail: ReportedTransaction;
  readonly amountCents: bigint;
  /** The bank's reference of the movement, with the index of the detail if there are several. */
  readonly name: string;
}

/** Returns the amount if it was booked before. */
function decidePart(part: Part, found: GrowingFindings): bigint {
  const { bankRecord, detail, amountCents } = part;
  const kind = kindOfTransactionCode(bankRecord.entry.transactionCode);
  // Our id on another rail was written there by a third party.
  const entry = found.entryNamed(namesIn(detail), kind?.systems);
  const movement = movementOf(part, entry, found.fileId);
  const before = found.bookedBefore(movement);
  // An entry that was booked with another amount is not settled yet.
  if (before !== undefined && (entry === undefined || before.amountCents === entry.amountCents)) {
    const incomingPayment = entry === undefined ? incomingPaymentOf(part, kind, found) : undefined;
    // Its bank reference may be that of the earlier one.
    if (incomingPayment !== undefined)
      found.addReceived({ ...incomingPayment, bankReference: part.name }, { isHeld: true });
    const outcome =
      incomingPayment === undefined ? "it was not processed again" : "it was not credited again";
    addDuplicate(movement, before, { entryId: entry?.id, outcome }, found);
    return amountCents;
  }
  if (movement.bookingReference !== unreferenced) found.addMovement(movement);
  if (entry === undefined) decideOthers(part, kind, found);
  else decideOurs(part, entry, kind, found);
  return 0n;
}

/** A report that repeats a booking may have references that the first one did not have. */
function learnReferences(part: Part, found: GrowingFindings): void {
  const kind = kindOfTransactionCode(part.bankRecord.entry.transactionCode);
  const entry = found.entryNamed(namesIn(part.detail), kind?.systems);
  const movement = movementOf(part, entry, found.fileId);
  const before = found.bookedBefore(movement);
  if (before === undefined) found.addMovement(movement);
  else addDuplicate(movement, before, { entryId: entry?.id, outcome: "both were processed before" }, found);
}

const unreferenced = "";

function movementOf(
  { bankRecord, detail, amountCents, name }: Part,
  entry: StoredEntry | undefined,
  fileId: string,
): Movement {
  const { bankReference, direction, transactionCode } = bankRecord.entry;
  // An entry of ours settles once; without a reference of the bank there is nothing to compare.
  const names = entry === undefined ? namesOf({ bankRecord, detail, name }) : [nameOfEntry(entry.id)];
  return {
    direction,
    bookingReference: bankReference ?? unreferenced,
    reference: name,
    amountCents,
    bookedOn: bankDateOf(bankRecord.at),
    transactionCode,
    fileId,
    names: entry !== undefined && bankReference === undefined ? [] : names,
  };
}

/** The references by which the movements of a booking may be known. */
export function movementNamesIn(bankRecord: BookingRecord): readonly string[] {
  return (partsOf(bankRecord, bankRecord.entry.bankReference ?? unreferenced) ?? []).flatMap(namesOf);
}

function namesOf({ bankRecord, detail, name }: Pick<Part, "bankRecord" | "detail" | "name">) {
  const reference = detail.bankReference ?? (bankRecord.entry.bankReference && name);
  return movementNames(bankRecord, detail, reference);
}

/** The same movement under another reference of the bank, or another movement: an operator decides. */
function addDuplicate(
  movement: Movement,
  before: Movement,
  { entryId, outcome }: { readonly entryId: string | undefined; readonly outcome: string },
  found: GrowingFindings,
): void {
  const { direction, reference, amountCents, names } = movement;
  // Reports with only these references are about the same movement, too.
  found.addMovement({ ...before, names });
  const differs = before.amountCents === amountCents ? "" : " and another amount";
  const detail = `${direction} that was reported before under another reference${differs}; ${outcome}`;
  const records = [before, movement].map(itemRecordOf);
  found.addItem("duplicate_reference", reference, { entryId, reference, amountCents, detail, records });
}

function itemRecordOf({ amountCents, names, ...movement }: Movement): ItemRecord {
  const others = names.filter((name) => name !== nameOfBankReference(movement.reference));
  return { ...movement, names: others.toSorted(), amountCents: `${amountCents}` };
}

function namesIn(detail: ReportedTransaction): readonly (string | undefined)[] {
  return [detail.endToEndId, detail.transactionId, detail.uetr, detail.clearingReference];
}

function decideOurs(
  { bankRecord: { entry: booked, at }, detail, amountCents }: Part,
  entry: StoredEntry,
  kind: TransactionKind | undefined,
  found: GrowingFindings,
): void {
  const { bankReference: reference, direction } = booked;
  const about = { entryId: entry.id, reference, amountCents };
  const expectedDirection = isDebit(entry.rail) ? "credit" : "debit";
  // A return that we send is booked as a return, too, but it is an outgoing entry.
  const isReturn = kind?.isReturn === true && entry.kind === "payment";
  if (booked.isReversal || isReturn || direction !== expectedDirection) {
    // The return itself is reported in a file of its own, with its reason; this is only its booking.
    if (found.hasEnded(entry.id)) return;
    const text = "an entry was returned on the account without a return message";
    found.addItem("unexplained_return", entry.id, { ...about, detail: text });
    return;
  }
  if (entry.amountCents !== amountCents) {
    const text = `${direction} with a different amount than the entry that it references`;
    found.addItem("amount_differs", `settled/${entry.id}`, { ...about, detail: text });
    return;
  }
  const { imad } = clearingReferences(entry.system, detail.clearingReference);
  found.addEntryEvent(entry, { type: "settled", at, imad }, { reference });
}

function decideOthers(part: Part, kind: TransactionKind | undefined, found: GrowingFindings): void {
  const { bankRecord, amountCents } = part;
  const { direction, bankReference: reference, transactionCode } = bankRecord.entry;
  const incomingPayment = incomingPaymentOf(part, kind, found);
  if (incomingPayment !== undefined) {
    found.addReceived(incomingPayment);
    return;
  }
  const text = `unmatched ${direction} with transaction code ${transactionCode ?? "(none)"}`;
  const name = reference === undefined ? `${bankRecord.reportId ?? ""}/${part.name}` : part.name;
  const unknown = direction === "credit" ? "unknown_credit" : "unknown_debit";
  found.addItem(unknown, name, { reference: reference && part.name, amountCents, detail: text });
}

/**
 * If systems share the transaction code, the format of the reference identifies the payment system. Else the first one
 * is meant. Without a known code, an IMAD or a trace number identifies it; other references prove nothing.
 */
function systemOfPayment(
  kind: TransactionKind | undefined,
  reference: string | undefined,
): RailSystem | undefined {
  const [first, ...others] = kind?.systems ?? [];
  if (first !== undefined && others.length === 0) return first;
  const candidates = kind?.systems ?? systemsWithShownReference;
  const isNamed = (system: RailSystem) =>
    paymentSystemOf(system).referencePattern?.test(reference ?? "") === true;
  return candidates.find(isNamed) ?? first;
}

const systemsWithShownReference = railSystems.filter(
  (system) => paymentSystemOf(system).reference !== undefined,
);

/** The reference of the clearing system, where the API shows it. */
function clearingReferences(
  system: RailSystem,
  reference: string | undefined,
): Pick<IncomingBankPayment, "imad" | "traceNumber"> {
  const { reference: shownAs } = paymentSystemOf(system);
  return {
    imad: shownAs === "imad" ? reference : undefined,
    traceNumber: shownAs === "trace_number" ? reference : undefined,
  };
}

/** References of a message, which its return repeats. */
function messageReferences(
  system: RailSystem,
  { uetr, endToEndId, clearingReference }: ReportedTransaction,
): Pick<IncomingBankPayment, "uetr" | "endToEndId" | "messageId"> {
  const isInMessage = paymentSystemOf(system).format === "iso20022";
  return isInMessage ? { uetr, endToEndId, messageId: clearingReference } : {};
}

/** Undefined if it is none, or not certain. */
function incomingPaymentOf(
  { bankRecord, detail, amountCents, name }: Part,
  kind: TransactionKind | undefined,
  found: GrowingFindings,
): IncomingBankPayment | undefined {
  const { debtor, creditor, clearingReference } = detail;
  const { direction, isReversal, bankReference } = bankRecord.entry;
  const system = systemOfPayment(kind, clearingReference);
  const isCredit = direction === "credit" && !isReversal && kind?.isReturn !== true && amountCents > 0n;
  // Of an entry that is still to be adopted: its file is read again then.
  const isOurs = found.isAwaited(namesIn(detail));
  if (!isCredit || isOurs || system === undefined || bankReference === undefined) return undefined;
  return {
    bankReference: detail.bankReference ?? name,
    system,
    amountCents,
    accountNumber: creditor.accountNumber ?? bankRecord.accountNumber ?? "",
    receivedAt: bankRecord.at,
    senderName: debtor.name,
    senderAccountNumber: debtor.accountNumber,
    senderBankName: debtor.bankName,
    senderBankRoutingNumber: debtor.routingNumber,
    reference: detail.remittance,
    ...clearingReferences(system, clearingReference),
    ...messageReferences(system, detail),
  };
}

const noOne = {
  name: undefined,
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
} as const;

const noDetails: ReportedTransaction = {
  endToEndId: undefined,
  transactionId: undefined,
  uetr: undefined,
  clearingReference: undefined,
  bankReference: undefined,
  amountCents: undefined,
  debtor: noOne,
  creditor: noOne,
  remittance: undefined,
};
