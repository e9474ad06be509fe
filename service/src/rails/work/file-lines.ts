import type { Session } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { Instant } from "../../kernel/instant.ts";
import { maskedLastFour, maskedName } from "../../kernel/mask.ts";
import type { IsoParty, ReportedEntry } from "../iso20022/iso-message.ts";
import type { Claim } from "./claim.ts";
import { type SealedEntry, selectEntriesOfFile } from "./desk-store.ts";
import type { StoredFile } from "./file-store.ts";
import { readBytes } from "./read-bytes.ts";
import { type EntryContent, openEntry } from "./sealed-entry.ts";
import { loadBytes } from "./sealed-file.ts";

/** One thing that stands in a file, without names and numbers. */
export interface FileLine {
  /** What we ask of the bank (`payment`, `return`) or what it says (`settled`, `returned`, `credit`, …). */
  readonly kind: string;
  readonly amountCents: bigint | undefined;
  /** The rail of an entry of ours. */
  readonly rail: string | undefined;
  /** How far an entry of ours is. */
  readonly state: string | undefined;
  /** The payment that an entry of ours belongs to. */
  readonly subject: string | undefined;
  readonly reference: string | undefined;
  readonly party: MaskedParty | undefined;
  readonly detail: string | undefined;
}

export interface MaskedParty {
  readonly name: string | undefined;
  readonly accountNumber: string | undefined;
  /** Of a bank: nobody's secret. */
  readonly routingNumber: string | undefined;
}

export interface FileLines {
  readonly lines: readonly FileLine[];
  /** False when the file holds more, or is too large to be read for this. */
  readonly isComplete: boolean;
}

const maxLines = 200;
const maxReadBytes = 2_000_000;

/** What stands in a file: our entries of one that we wrote, what was said in one of the bank's. */
export async function readFileLines(
  { keyRing }: { readonly keyRing: KeyRing },
  session: Session,
  file: StoredFile,
  now: Instant,
): Promise<FileLines> {
  if (file.direction === "out") {
    const entries = await selectEntriesOfFile(session, file.id, maxLines + 1);
    return cut(entries.map((entry) => lineOfEntry(entry, openEntry(keyRing, entry.sealed, entry))));
  }
  if (file.state === "quarantined" || file.state === "duplicate") return { lines: [], isComplete: true };
  if (file.sizeBytes > maxReadBytes) return { lines: [], isComplete: false };
  const reading = readBytes(file.name, await loadBytes(keyRing, session, file), now);
  return cut(reading.ok ? reading.claims.map(lineOfClaim) : []);
}

function cut(lines: readonly FileLine[]): FileLines {
  return { lines: lines.slice(0, maxLines), isComplete: lines.length <= maxLines };
}

const nothing = {
  amountCents: undefined,
  rail: undefined,
  state: undefined,
  subject: undefined,
  reference: undefined,
  party: undefined,
  detail: undefined,
};

function lineOfEntry(entry: SealedEntry, content: EntryContent): FileLine {
  const { kind, amountCents, rail, state, subject, traceNumber, uetr } = entry;
  const line = { ...nothing, kind, amountCents, rail, state, subject, reference: traceNumber ?? uetr };
  if (content.kind === "payment") return { ...line, party: masked(content.counterparty) };
  const { senderName, senderAccountNumber, senderBankRoutingNumber } = content.receipt;
  const party = masked({
    name: senderName,
    accountNumber: senderAccountNumber,
    routingNumber: senderBankRoutingNumber,
  });
  return { ...line, party, detail: content.reason };
}

function lineOfClaim(claim: Claim): FileLine {
  switch (claim.type) {
    case "settled":
    case "rejected":
    case "corrected":
      return {
        ...nothing,
        kind: claim.type,
        reference: claim.references[0],
        detail: claim.type === "settled" ? undefined : `${claim.reason.code}: ${claim.reason.text}`,
      };
    case "returned": {
      const { type: kind, references, amountCents, reason } = claim;
      return {
        ...nothing,
        kind,
        amountCents,
        reference: references[0],
        detail: `${reason.code}: ${reason.text}`,
      };
    }
    case "booking":
      return lineOfBooking(claim.entry);
    case "statement":
      return { ...nothing, kind: "statement", amountCents: claim.closingCents, reference: claim.reportId };
    case "question":
      return {
        ...nothing,
        kind: claim.kind,
        amountCents: claim.amountCents,
        reference: claim.reference,
        detail: claim.detail,
      };
  }
}

function lineOfBooking({
  direction,
  amountCents,
  bankReference,
  transactionCode,
  details,
}: ReportedEntry): FileLine {
  const [first] = details;
  const other: IsoParty | undefined = direction === "credit" ? first?.debtor : first?.creditor;
  return {
    ...nothing,
    kind: direction,
    amountCents,
    reference: bankReference,
    party: other && masked(other),
    detail: transactionCode,
  };
}

function masked({ name, accountNumber, routingNumber }: Partial<MaskedParty>): MaskedParty | undefined {
  if (name === undefined && accountNumber === undefined && routingNumber === undefined) return undefined;
  return {
    name: name === undefined ? undefined : maskedName(name),
    accountNumber: accountNumber === undefined ? undefined : maskedLastFour(accountNumber),
    routingNumber,
  };
}
