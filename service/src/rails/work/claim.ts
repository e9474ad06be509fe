import type { Instant } from "../../kernel/instant.ts";
import type { BankReason } from "../bank-work.ts";
import type { ReportedEntry } from "../iso20022/iso-message.ts";

/** One thing that a file of the bank says, before anybody has looked what it is about. */
export type Claim =
  | StatusClaim
  | ReturnClaim
  | CorrectionClaim
  | BookingClaim
  | StatementClaim
  | QuestionClaim;

/** A payment was settled or rejected. */
export interface StatusClaim {
  readonly type: "settled" | "rejected";
  /** What the bank calls the entry: any of these. */
  readonly references: readonly string[];
  /** When the bank answers for a whole message of ours: its id. */
  readonly messageId: string | undefined;
  readonly at: Instant;
  readonly imad: string | undefined;
  readonly reason: BankReason;
}

export interface ReturnClaim {
  readonly type: "returned";
  readonly references: readonly string[];
  /** The bank's reference of the return itself. */
  readonly returnReference: string | undefined;
  readonly amountCents: bigint;
  readonly at: Instant;
  readonly reason: BankReason;
}

export interface CorrectionClaim {
  readonly type: "corrected";
  readonly references: readonly string[];
  readonly correctionReference: string;
  readonly at: Instant;
  readonly reason: BankReason;
}

/** A movement on our account. */
export interface BookingClaim {
  readonly type: "booking";
  readonly accountNumber: string | undefined;
  readonly entry: ReportedEntry;
  readonly at: Instant;
  /** Which statement shows it; undefined in a notification. */
  readonly reportId: string | undefined;
}

/** The balances of an account. */
export interface StatementClaim {
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

/** Something that only a person can answer. */
export interface QuestionClaim {
  readonly type: "question";
  readonly kind: ItemKind;
  readonly reference: string | undefined;
  readonly amountCents: bigint | undefined;
  /** Without names and account numbers. */
  readonly detail: string;
}

/** Why a person has to look. */
export const itemKinds = [
  "dishonored_return",
  "contested_return",
  "unexpected_entry",
  "message",
  "unknown_reference",
  "amount_differs",
  "returned_again",
  "unexplained_return",
  "unbooked",
  "other_currency",
  "unknown_credit",
  "unknown_debit",
  "statement_differs",
  "contradiction",
  "untold",
] as const;
export type ItemKind = (typeof itemKinds)[number];

/** Where a file is wrong; the detail never quotes what stands there. */
export interface FileProblem {
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  readonly detail: string;
}

export type FileReading =
  | { readonly ok: true; readonly claims: readonly Claim[] }
  | { readonly ok: false; readonly problems: readonly FileProblem[] };
