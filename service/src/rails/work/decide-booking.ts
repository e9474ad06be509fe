import type { BankReceipt } from "../bank-work.ts";
import type { ReportedEntry, ReportedTransaction } from "../iso20022/iso-message.ts";
import { isDebit, type RailSystem } from "../rail.ts";
import type { Booking } from "./account-store.ts";
import type { BookingClaim } from "./claim.ts";
import type { StoredEntry } from "./entry-store.ts";
import { type Findings, type FoundItem, itemOf, nothing, ofEntry, together } from "./findings.ts";
import type { Knowledge } from "./knowledge.ts";
import { kindOfTransactionCode, type TransactionKind } from "./transaction-codes.ts";

/**
 * A booked movement of dollars: an entry of ours that has settled, the way back of one, or money that somebody sent. What
 * was booked under the same reference before, perhaps in a notification, is not looked at again.
 */
export function decideBooking(claim: BookingClaim, known: Knowledge, place: string): Findings {
  const { entry } = claim;
  const { bankReference: reference, direction } = entry;
  if (reference === undefined) return decideParts(claim, known, place);
  const booking = bookingOf(claim, reference);
  const before = known.booking(reference, direction);
  const kept = { ...nothing, bookings: [booking], answered: [`unbooked/${reference}/${direction}`] };
  if (before === undefined) return together([kept, decideParts(claim, known, reference)]);
  if (before.amountCents === entry.amountCents) return kept;
  const detail = `a ${direction} under a reference that was used for another amount`;
  const about = { reference, amountCents: entry.amountCents, detail };
  return { ...nothing, items: [itemOf("amount_differs", `booked/${reference}/${place}`, about)] };
}

function bookingOf({ entry, at, reportId }: BookingClaim, reference: string): Booking {
  const { direction, amountCents, transactionCode, bookedAt } = entry;
  const bookedOn = bookedAt?.slice(0, dateLength) ?? new Date(at).toISOString().slice(0, dateLength);
  return { reference, direction, amountCents, transactionCode, bookedOn, reportId };
}

const dateLength = "YYYY-MM-DD".length;

/** A movement may be the sum of several payments. */
function decideParts(claim: BookingClaim, known: Knowledge, name: string): Findings {
  const { entry } = claim;
  const details = entry.details.length === 0 ? [noDetails] : entry.details;
  const [only] = details;
  if (details.length === 1 && only !== undefined) {
    const isSame = only.amountCents === undefined || only.amountCents === entry.amountCents;
    return isSame
      ? decidePart({ claim, detail: only, amountCents: entry.amountCents, name }, known)
      : partsDiffer(entry, name);
  }
  const amounts = details.map(({ amountCents }) => amountCents ?? 0n);
  const isWhole =
    amounts.every((amount) => amount > 0n) &&
    amounts.reduce((sum, amount) => sum + amount, 0n) === entry.amountCents;
  if (!isWhole) return partsDiffer(entry, name);
  return together(
    ownReferences(details).map((detail, index) =>
      decidePart({ claim, detail, amountCents: amounts[index] ?? 0n, name: `${name}-${index + 1}` }, known),
    ),
  );
}

/** A reference that several parts share is that of the whole: each would be taken for the same money. */
function ownReferences(details: readonly ReportedTransaction[]): readonly ReportedTransaction[] {
  const references = details.map(({ bankReference }) => bankReference);
  return details.map((detail, index) =>
    references.some((other, place) => place !== index && other === detail.bankReference)
      ? { ...detail, bankReference: undefined }
      : detail,
  );
}

function partsDiffer({ bankReference: reference, amountCents, direction }: ReportedEntry, name: string) {
  const detail = `a ${direction} whose parts do not make up its amount`;
  return {
    ...nothing,
    items: [itemOf("amount_differs", `parts/${name}`, { reference, amountCents, detail })],
  };
}

interface Part {
  readonly claim: BookingClaim;
  readonly detail: ReportedTransaction;
  readonly amountCents: bigint;
  /** The bank's reference of the movement, with the place of the part when there are several. */
  readonly name: string;
}

function decidePart(part: Part, known: Knowledge): Findings {
  const { claim, detail } = part;
  const kind = kindOfTransactionCode(claim.entry.transactionCode);
  const { endToEndId, transactionId, uetr, clearingReference } = detail;
  const named = known.entryNamed([endToEndId, transactionId, uetr, clearingReference]);
  // An id of ours on another rail was written there by somebody else.
  const entry = kind === undefined || named?.system === kind.system ? named : undefined;
  return entry === undefined ? decideOthers(part, kind) : decideOurs(part, entry, { kind, known });
}

function decideOurs(
  { claim: { entry: booked, at }, detail, amountCents }: Part,
  entry: StoredEntry,
  { kind, known }: { readonly kind: TransactionKind | undefined; readonly known: Knowledge },
): Findings {
  const about = { entryId: entry.id, reference: booked.bankReference, amountCents };
  const goes = isDebit(entry.rail) ? "credit" : "debit";
  // What we give back is booked as a return as well, and is on its way out all the same.
  const isReturn = kind?.isReturn === true && entry.kind === "payment";
  if (booked.isReversal || isReturn || booked.direction !== goes) {
    // The return itself is told in a file of its own, with its reason; this is its money.
    if (known.hasEnded(entry.id)) return nothing;
    const text = "an entry came back on the account, and no return tells why";
    return { ...nothing, items: [itemOf("unexplained_return", entry.id, { ...about, detail: text })] };
  }
  if (entry.amountCents !== amountCents) {
    const text = `a ${booked.direction} of another amount than the entry that it names`;
    return {
      ...nothing,
      items: [itemOf("amount_differs", `settled/${entry.id}`, { ...about, detail: text })],
    };
  }
  const imad = entry.system === "wire" ? detail.clearingReference : undefined;
  const reference = booked.bankReference;
  return { ...nothing, happenings: [ofEntry(entry, "settled", { content: { at, imad }, reference })] };
}

function decideOthers(part: Part, kind: TransactionKind | undefined): Findings {
  const { entry, reportId } = part.claim;
  const { direction, isReversal, bankReference, transactionCode } = entry;
  const system = kind?.system ?? systemOfReference(part.detail.clearingReference);
  const isReceipt = direction === "credit" && !isReversal && kind?.isReturn !== true && part.amountCents > 0n;
  if (isReceipt && system !== undefined && bankReference !== undefined) {
    return received(part, system);
  }
  const detail = `a ${direction} with the code ${transactionCode ?? "(none)"} that belongs to nothing of ours`;
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

/** The bank gave no code that we know, but a reference in the form of one rail: an IMAD, or a trace number. */
function systemOfReference(reference: string | undefined): RailSystem | undefined {
  if (reference === undefined) return undefined;
  if (/^\d{15}$/.test(reference)) return "ach";
  return /^\d{8}[A-Z0-9]{8}\d{6}$/.test(reference) ? "wire" : undefined;
}

function received({ claim, detail, amountCents, name }: Part, system: RailSystem): Findings {
  const { debtor, creditor, clearingReference } = detail;
  const bankReference = detail.bankReference ?? name;
  const receipt: BankReceipt = {
    bankReference,
    system,
    amountCents,
    accountNumber: creditor.accountNumber ?? claim.accountNumber ?? "",
    receivedAt: claim.at,
    senderName: debtor.name,
    senderAccountNumber: debtor.accountNumber,
    senderBankName: debtor.bankName,
    senderBankRoutingNumber: debtor.routingNumber,
    reference: detail.remittance,
    imad: system === "wire" ? clearingReference : undefined,
    traceNumber: system === "ach" ? clearingReference : undefined,
  };
  const about = { tenantId: undefined, entryId: undefined, dueAt: undefined, reference: bankReference };
  const happening = {
    ...about,
    key: `received/${bankReference}`,
    type: "received",
    content: { receipt },
  } as const;
  return { ...nothing, happenings: [happening] };
}

const nobody = {
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
  debtor: nobody,
  creditor: nobody,
  remittance: undefined,
};
