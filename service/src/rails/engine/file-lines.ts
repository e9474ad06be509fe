import type { Session } from "../../db/database.ts";
import type { KeyRing } from "../../kernel/envelope.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { maskedLastFour, maskedName } from "../../kernel/mask.ts";
import type { IsoParty, ReportedEntry } from "../iso20022/iso-message.ts";
import type { BankRecord } from "./bank-record.ts";
import { type SealedEntry, selectEntriesOfFile } from "./entry-store.ts";
import { loadBytes, type StoredFile } from "./file-store.ts";
import { readBankRecords } from "./read-bank-records.ts";
import { type EntryContent, openEntry } from "./sealed-entry.ts";

/** One record of a file, without names and account numbers. */
export interface FileLine {
  /** Our entry (`payment`, `return`), or a bank record (`settled`, `returned`, `credit`, …). */
  readonly kind: string;
  readonly amountCents: bigint | undefined;
  /** Rail of our entry. */
  readonly rail: string | undefined;
  /** State of our entry. */
  readonly state: string | undefined;
  /** Payment of our entry. */
  readonly subject: string | undefined;
  /** Tenant of our entry. */
  readonly tenantId: TenantId | undefined;
  readonly reference: string | undefined;
  readonly party: MaskedParty | undefined;
  readonly detail: string | undefined;
}

export interface MaskedParty {
  readonly name: string | undefined;
  readonly accountNumber: string | undefined;
  /** Identifies a bank, so it is not masked. */
  readonly routingNumber: string | undefined;
}

export interface FileLines {
  readonly lines: readonly FileLine[];
  /** False when the file contains more, or is too large to be parsed for this. */
  readonly isComplete: boolean;
}

const maxLines = 200;
const maxReadBytes = 2_000_000;

/** The contents of a file: entries of an outgoing file, bank records of an incoming one. */
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
  const reading = readBankRecords(file.name, await loadBytes(keyRing, session, file), now);
  return cut(reading.ok ? reading.bankRecords.map(lineOfBankRecord) : []);
}

function cut(lines: readonly FileLine[]): FileLines {
  return { lines: lines.slice(0, maxLines), isComplete: lines.length <= maxLines };
}

const nothing = {
  amountCents: undefined,
  rail: undefined,
  state: undefined,
  subject: undefined,
  tenantId: undefined,
  reference: undefined,
  party: undefined,
  detail: undefined,
};

function lineOfEntry(entry: SealedEntry, content: EntryContent): FileLine {
  const { kind, amountCents, rail, state, subject, tenantId, traceNumber, uetr } = entry;
  const order = { kind, amountCents, rail, state, subject, tenantId };
  const line = { ...nothing, ...order, reference: traceNumber ?? uetr };
  if (content.kind === "payment") return { ...line, party: masked(content.counterparty) };
  const { senderName, senderAccountNumber, senderBankRoutingNumber } = content.incomingPayment;
  const party = masked({
    name: senderName,
    accountNumber: senderAccountNumber,
    routingNumber: senderBankRoutingNumber,
  });
  return { ...line, party, detail: content.reason };
}

function lineOfBankRecord(bankRecord: BankRecord): FileLine {
  switch (bankRecord.type) {
    case "settled":
    case "rejected":
    case "notification_of_change":
      return {
        ...nothing,
        kind: bankRecord.type,
        reference: bankRecord.references[0],
        detail:
          bankRecord.type === "settled" ? undefined : `${bankRecord.reason.code}: ${bankRecord.reason.text}`,
      };
    case "acknowledged":
      return { ...nothing, kind: bankRecord.type, reference: bankRecord.references[0] };
    case "returned": {
      const { type: kind, references, amountCents, reason } = bankRecord;
      return {
        ...nothing,
        kind,
        amountCents,
        reference: references[0],
        detail: `${reason.code}: ${reason.text}`,
      };
    }
    case "booking":
      return lineOfBooking(bankRecord.entry);
    case "statement":
      return {
        ...nothing,
        kind: "statement",
        amountCents: bankRecord.closingCents,
        reference: bankRecord.reportId,
      };
    case "question":
      return {
        ...nothing,
        kind: bankRecord.kind,
        amountCents: bankRecord.amountCents,
        reference: bankRecord.reference,
        detail: bankRecord.detail,
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
