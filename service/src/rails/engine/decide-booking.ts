import type { IncomingBankPayment } from "../bank-work.ts";
import type { ReportedEntry, ReportedTransaction } from "../iso20022/iso-message.ts";
import { isDebit, type RailSystem } from "../rail.ts";
import type { Booking } from "./account-store.ts";
import type { BookingRecord } from "./bank-record.ts";
import type { StoredEntry } from "./entry-store.ts";
import { type Findings, type FoundItem, itemOf, nothing, ofEntry, together } from "./findings.ts";
import type { Knowledge } from "./knowledge.ts";
import { kindOfTransactionCode, type TransactionKind } from "./transaction-codes.ts";

/**
 * A booked movement in dollars: the settlement of an entry, its return, or an incoming payment. A reference that was
 * booked before, for example by a notification, is not processed again.
 */
export function decideBooking(bankRecord: BookingRecord, known: Knowledge, place: string): Findings {
  const { entry } = bankRecord;
  const { bankReference: reference, direction } = entry;
  if (reference === undefined) return decideParts(bankRecord, known, place);
  const booking = bookingOf(bankRecord, reference);
  const before = known.booking(reference, direction);
  const kept = { ...nothing, bookings: [booking], replied: [`unbooked/${reference}/${direction}`] };
  if (before === undefined) return together([kept, decideParts(bankRecord, known, reference)]);
  if (before.amountCents === entry.amountCents) return kept;
  const detail = `${direction} with a reference that was used for a different amount`;
  const about = { reference, amountCents: entry.amountCents, detail };
  return { ...nothing, items: [itemOf("amount_differs", `booked/${reference}/${place}`, about)] };
}

function bookingOf({ entry, at, reportId }: BookingRecord, reference: string): Booking {
  const { direction, amountCents, transactionCode, bookedAt } = entry;
  const bookedOn = bookedAt?.slice(0, dateLength) ?? new Date(at).toISOString().slice(0, dateLength);
  return { reference, direction, amountCents, transactionCode, bookedOn, reportId };
}

const dateLength = "YYYY-MM-DD".length;

/** A movement may be the sum of several payments. */
function decideParts(bankRecord: BookingRecord, known: Knowledge, name: string): Findings {
  const { entry } = bankRecord;
  const details = entry.details.length === 0 ? [noDetails] : entry.details;
  const [only] = details;
  if (details.length === 1 && only !== undefined) {
    const isSame = only.amountCents === undefined || only.amountCents === entry.amountCents;
    return isSame
      ? decidePart({ bankRecord, detail: only, amountCents: entry.amountCents, name }, known)
      : partsDiffer(entry, name);
  }
  const amounts = details.map(({ amountCents }) => amountCents ?? 0n);
  const isWhole =
    amounts.every((amount) => amount > 0n) &&
    amounts.reduce((sum, amount) => sum + amount, 0n) === entry.amountCents;
  if (!isWhole) return partsDiffer(entry, name);
  return together(
    ownReferences(details).map((detail, index) =>
      decidePart(
        { bankRecord, detail, amountCents: amounts[index] ?? 0n, name: `${name}-${index + 1}` },
        known,
      ),
    ),
  );
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

function partsDiffer({ bankReference: reference, amountCents, direction }: ReportedEntry, name: string) {
  const detail = `${direction} whose details do not add up to its amount`;
  return {
    ...nothing,
    items: [itemOf("amount_differs", `parts/${name}`, { reference, amountCents, detail })],
  };
}

interface Part {
  readonly bankRecord: BookingRecord;
  readonly detail: ReportedTransaction;
  readonly amountCents: bigint;
  /** The bank's reference of the movement, with the index of the detail if there are several. */
  readonly name: string;
}

function decidePart(part: Part, known: Knowledge): Findings {
  const { bankRecord, detail } = part;
  const kind = kindOfTransactionCode(bankRecord.entry.transactionCode);
  const { endToEndId, transactionId, uetr, clearingReference } = detail;
  const named = known.entryNamed([endToEndId, transactionId, uetr, clearingReference]);
  // Our id on another rail was written there by a third party.
  const entry = kind === undefined || named?.system === kind.system ? named : undefined;
  return entry === undefined ? decideOthers(part, kind) : decideOurs(part, entry, { kind, known });
}

function decideOurs(
  { bankRecord: { entry: booked, at }, detail, amountCents }: Part,
  entry: StoredEntry,
  { kind, known }: { readonly kind: TransactionKind | undefined; readonly known: Knowledge },
): Findings {
  const about = { entryId: entry.id, reference: booked.bankReference, amountCents };
  const expectedDirection = isDebit(entry.rail) ? "credit" : "debit";
  // A return that we send is booked as a return, too, but it is an outgoing entry.
  const isReturn = kind?.isReturn === true && entry.kind === "payment";
  if (booked.isReversal || isReturn || booked.direction !== expectedDirection) {
    // The return itself is reported in a file of its own, with its reason; this is only its booking.
    if (known.hasEnded(entry.id)) return nothing;
    const text = "an entry was returned on the account without a return message";
    return { ...nothing, items: [itemOf("unexplained_return", entry.id, { ...about, detail: text })] };
  }
  if (entry.amountCents !== amountCents) {
    const text = `${booked.direction} with a different amount than the entry that it references`;
    return {
      ...nothing,
      items: [itemOf("amount_differs", `settled/${entry.id}`, { ...about, detail: text })],
    };
  }
  const imad = entry.system === "wire" ? detail.clearingReference : undefined;
  const reference = booked.bankReference;
  return { ...nothing, bankEvents: [ofEntry(entry, "settled", { content: { at, imad }, reference })] };
}

function decideOthers(part: Part, kind: TransactionKind | undefined): Findings {
  const { entry, reportId } = part.bankRecord;
  const { direction, isReversal, bankReference, transactionCode } = entry;
  const system = kind?.system ?? systemOfReference(part.detail.clearingReference);
  const isIncomingPayment =
    direction === "credit" && !isReversal && kind?.isReturn !== true && part.amountCents > 0n;
  if (isIncomingPayment && system !== undefined && bankReference !== undefined) {
    return received(part, system);
  }
  const detail = `unmatched ${direction} with transaction code ${transactionCode ?? "(none)"}`;
  const about = { reference: bankReference, amountCents: part.amountCents, detail };
  const name = bankReference === undefined ? `${reportId ?? ""}/${part.name}` : part.name;
  return { ...nothing, items: [otherItem(direction, name, about)] };
}

function otherItem(
  direction: ReportedEntry["direction"],
  name: string,
  about: Pick<FoundItem, "reference" | "amountCents" | "detail">,
): FoundItem {
  return itemOf(direction === "credit" ? "unknown_credit" : "unknown_debit", name, about);
}

/** Without a known transaction code, the format of the reference identifies the rail: an IMAD or a trace number. */
function systemOfReference(reference: string | undefined): RailSystem | undefined {
  if (reference === undefined) return undefined;
  if (/^\d{15}$/.test(reference)) return "ach";
  return /^\d{8}[A-Z0-9]{8}\d{6}$/.test(reference) ? "wire" : undefined;
}

function received({ bankRecord, detail, amountCents, name }: Part, system: RailSystem): Findings {
  const { debtor, creditor, clearingReference } = detail;
  const bankReference = detail.bankReference ?? name;
  const incomingPayment: IncomingBankPayment = {
    bankReference,
    system,
    amountCents,
    accountNumber: creditor.accountNumber ?? bankRecord.accountNumber ?? "",
    receivedAt: bankRecord.at,
    senderName: debtor.name,
    senderAccountNumber: debtor.accountNumber,
    senderBankName: debtor.bankName,
    senderBankRoutingNumber: debtor.routingNumber,
    reference: detail.remittance,
    imad: system === "wire" ? clearingReference : undefined,
    traceNumber: system === "ach" ? clearingReference : undefined,
  };
  const about = { tenantId: undefined, entryId: undefined, dueAt: undefined, reference: bankReference };
  const bankEvent = {
    ...about,
    key: `received/${bankReference}`,
    type: "received",
    content: { incomingPayment },
  } as const;
  return { ...nothing, bankEvents: [bankEvent] };
}

const noOne = {
  name: undefined,
  addressLines: [],
  accountNumber: undefined,
  routingNumber: undefined,
  bankName: undefined,
  bankAddressLines: [],
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
