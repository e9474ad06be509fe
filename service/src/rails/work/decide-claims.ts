import type {
  BookingClaim,
  Claim,
  CorrectionClaim,
  QuestionClaim,
  ReturnClaim,
  StatementClaim,
  StatusClaim,
} from "./claim.ts";
import { isBookedDollars } from "./claims-of-iso.ts";
import { decideBooking } from "./decide-booking.ts";
import { type Findings, type FoundItem, itemOf, nothing, ofEntry, together } from "./findings.ts";
import { createKnowledge, type Facts, type Knowledge } from "./knowledge.ts";

/** Makes of what a file says what has happened, and what a person must look at. Nothing is left out. */
export function decideClaims(claims: readonly Claim[], facts: Facts, fileHash: string): Findings {
  const known = createKnowledge(facts);
  return together(
    claims.map((claim, index) => {
      const findings = decideClaim(claim, known, `${fileHash}/${index}`);
      // What the file itself has said further up is known further down.
      known.learn(findings);
      return findings;
    }),
  );
}

/** Every text by which the claims may name an entry or a file of ours. */
export function referencesOf(claims: readonly Claim[]): readonly string[] {
  const texts = claims.flatMap(textsOf).filter((text) => text !== undefined);
  return [...new Set(texts)];
}

function textsOf(claim: Claim): readonly (string | undefined)[] {
  switch (claim.type) {
    case "settled":
    case "rejected":
      return [...claim.references, claim.messageId];
    case "returned":
    case "corrected":
      return claim.references;
    case "booking":
      return claim.entry.details.flatMap((detail) => [
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

/** The bank's references of the movements that the claims are about. */
export function bookingReferencesOf(claims: readonly Claim[]): readonly string[] {
  const bookings = claims.filter((claim): claim is BookingClaim => claim.type === "booking");
  return bookings.flatMap(({ entry: { bankReference } }) =>
    bankReference === undefined ? [] : [bankReference],
  );
}

function decideClaim(claim: Claim, known: Knowledge, place: string): Findings {
  switch (claim.type) {
    case "settled":
    case "rejected":
      return decideStatus(claim, known, place);
    case "returned":
      return decideReturn(claim, known, place);
    case "corrected":
      return decideCorrection(claim, known);
    case "booking":
      return isBookedDollars(claim.entry) ? decideBooking(claim, known, place) : unbooked(claim, place);
    case "statement":
      return { ...nothing, statements: [claim], items: doesNotAddUp(claim) };
    case "question":
      return { ...nothing, items: [itemOf(claim.kind, claim.reference ?? place, answerable(claim))] };
  }
}

function decideStatus(claim: StatusClaim, known: Knowledge, place: string): Findings {
  const { type, references, messageId, at, imad, reason } = claim;
  const named = known.entryNamed(references);
  // A message of ours that is answered as a whole is answered for each that it held.
  const isWhole = named === undefined && references.length === 0 && messageId !== undefined;
  const meant = isWhole ? known.entriesOfFile(messageId) : [named];
  const entries = meant.filter((entry) => entry !== undefined);
  if (entries.length === 0) {
    const detail = `a status report calls ${type} what we do not know`;
    return unknown(`${type}/${references[0] ?? messageId ?? place}`, references[0] ?? messageId, { detail });
  }
  const content = type === "settled" ? { at, imad } : { at, reason };
  return { ...nothing, happenings: entries.map((entry) => ofEntry(entry, type, { content })) };
}

function decideReturn(claim: ReturnClaim, known: Knowledge, place: string): Findings {
  const { references, returnReference, amountCents, at, reason } = claim;
  const entry = known.entryNamed(references);
  const name = `${references[0] ?? ""}/${returnReference ?? place}`;
  if (entry === undefined) {
    const detail = `a return with the reason ${reason.code} of what we do not know`;
    return unknown(`returned/${name}`, references[0], { detail, amountCents });
  }
  const about = { entryId: entry.id, reference: returnReference, amountCents };
  if (entry.amountCents !== amountCents) {
    const detail = `a return with the reason ${reason.code} of another amount than was sent`;
    return { ...nothing, items: [itemOf("amount_differs", `returned/${name}`, { ...about, detail })] };
  }
  const before = known.returnOf(entry.id);
  if (before !== undefined && before.reference !== returnReference) {
    const detail = `a second return with the reason ${reason.code} of one entry`;
    return { ...nothing, items: [itemOf("returned_again", name, { ...about, detail })] };
  }
  return {
    ...nothing,
    happenings: [ofEntry(entry, "returned", { content: { at, reason }, reference: returnReference })],
    answered: [`unexplained_return/${entry.id}`],
  };
}

function decideCorrection(claim: CorrectionClaim, known: Knowledge): Findings {
  const { references, correctionReference, at, reason } = claim;
  const entry = known.entryNamed(references);
  if (entry === undefined) {
    const detail = `a correction ${reason.code} of what we do not know`;
    return unknown(`corrected/${references[0] ?? ""}/${correctionReference}`, references[0], { detail });
  }
  const key = `corrected/${entry.id}/${correctionReference}`;
  const content = { at, reason };
  return {
    ...nothing,
    happenings: [ofEntry(entry, "corrected", { content, key, reference: correctionReference })],
  };
}

/** Money that is only announced, or of another kind: nothing is done about it by itself. */
function unbooked({ entry }: BookingClaim, place: string): Findings {
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

function doesNotAddUp(claim: StatementClaim): readonly FoundItem[] {
  const { reportId, openingCents, closingCents, creditCents, debitCents } = claim;
  if (openingCents === undefined || closingCents === undefined) return [];
  if (openingCents + creditCents - debitCents === closingCents) return [];
  const detail = "the entries of a statement do not lead from its opening to its closing balance";
  return [itemOf("statement_differs", reportId, { reference: reportId, detail })];
}

function answerable({ reference, amountCents, detail }: QuestionClaim) {
  return { reference, amountCents, detail };
}

function unknown(
  name: string,
  reference: string | undefined,
  rest: Pick<FoundItem, "detail"> & Partial<Pick<FoundItem, "amountCents">>,
): Findings {
  return { ...nothing, items: [itemOf("unknown_reference", name, { reference, ...rest })] };
}
