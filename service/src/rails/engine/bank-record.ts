import type { Instant } from "../../kernel/instant.ts";
import type { BankReason } from "../bank-work.ts";
import type { ReportedEntry } from "../iso20022/iso-message.ts";
import type { CorrectedAccount } from "../nacha/corrected-data.ts";

/** One statement of a bank file, before it is matched with an entry. */
export type BankRecord =
  | StatusRecord
  | AcknowledgmentRecord
  | ReturnRecord
  | NotificationOfChangeRecord
  | BookingRecord
  | StatementRecord
  | InquiryRecord;

/** An entry was settled or rejected. */
export interface StatusRecord {
  readonly type: "settled" | "rejected";
  /** References of the entry; any of them may match. */
  readonly references: readonly string[];
  /** Id of our message, when the bank reports on a whole message. */
  readonly messageId: string | undefined;
  readonly at: Instant;
  readonly imad: string | undefined;
  readonly reason: BankReason;
}

/** An interim status: the bank has the entry, and its final status follows. */
export interface AcknowledgmentRecord {
  readonly type: "acknowledged";
  readonly references: readonly string[];
  readonly messageId: string | undefined;
}

export interface ReturnRecord {
  readonly type: "returned";
  readonly references: readonly string[];
  /** The bank's reference of the return. */
  readonly returnReference: string | undefined;
  readonly amountCents: bigint;
  readonly at: Instant;
  readonly reason: BankReason;
}

export interface NotificationOfChangeRecord {
  readonly type: "notification_of_change";
  readonly references: readonly string[];
  readonly changeReference: string;
  readonly at: Instant;
  readonly reason: BankReason;
  readonly corrected: CorrectedAccount | undefined;
}

/** A movement on our account. */
export interface BookingRecord {
  readonly type: "booking";
  readonly accountNumber: string | undefined;
  readonly entry: ReportedEntry;
  readonly at: Instant;
  /** The statement that contains it; undefined in a notification or an intraday report. */
  readonly reportId: string | undefined;
  /** Reported again by a notification or a statement, possibly with more details. */
  readonly isIntraday: boolean;
}

/** The balances of an account. */
export interface StatementRecord {
  readonly type: "statement";
  readonly reportId: string;
  readonly accountNumber: string | undefined;
  /** `YYYY-MM-DD` */
  readonly statedOn: string;
  readonly openingCents: bigint | undefined;
  readonly closingCents: bigint | undefined;
  readonly creditCents: bigint;
  readonly debitCents: bigint;
}

/** A record that needs manual review. */
export interface InquiryRecord {
  readonly type: "question";
  readonly kind: ItemKind;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  /** Without names and account numbers. */
  readonly detail: string;
}

/** Reason for a manual review. */
export const itemKinds = [
  "dishonored_return",
  "contested_return",
  "unexpected_entry",
  "refused_entry",
  "notification_of_change",
  "malformed_correction",
  "refused_correction",
  "message",
  "unknown_reference",
  "amount_differs",
  "duplicate_reference",
  "returned_again",
  "unexplained_return",
  "unbooked",
  "other_currency",
  "unknown_credit",
  "unknown_debit",
  "statement_differs",
  "contradiction",
  "unapplied_event",
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** A problem of a file; the detail never quotes the file. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly detail: string;
}

export type FileReading =
  | { readonly ok: true; readonly bankRecords: readonly BankRecord[] }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };
