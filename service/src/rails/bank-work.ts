import type { Session, Transaction } from "../db/database.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail, RailSystem } from "./rail.ts";

/** Entries that have to reach the bank exactly once, and what has become of them. */
export interface BankWork {
  /** Adds entries in the transaction that makes them necessary. The same id again is the same entry. */
  enqueue(tx: Transaction, entries: readonly NewBankEntry[]): Promise<void>;
  /** Takes back entries that are in no file yet; answers the ids of those that were, and locks them. */
  withdraw(tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>>;
  progress(session: Session, ids: readonly string[]): Promise<ReadonlyMap<string, BankEntryProgress>>;
}

interface BankEntryFields {
  /** An id of ours; also the end-to-end reference on wires and RTP. */
  readonly id: string;
  readonly network: Network;
  readonly tenantId: TenantId;
  /** What it is done for: the id of a payment. */
  readonly subject: string;
  readonly amountCents: bigint;
}

export type NewBankEntry = NewPaymentEntry | NewReturnEntry;

/** Money that we send, or pull when the rail is a debit. */
export interface NewPaymentEntry extends BankEntryFields {
  readonly kind: "payment";
  readonly rail: BankRail;
  readonly counterparty: Counterparty;
  /** What the other side reads on its statement; a rail takes as much of it as it has room for. */
  readonly statement: StatementText;
}

/** Money that came to us and goes back to where it came from. */
export interface NewReturnEntry extends BankEntryFields {
  readonly kind: "return";
  readonly receipt: BankReceipt;
  /** ISO 20022 external return reason, such as AC01 or NARR; for ACH the matching R code is used. */
  readonly reason: string;
}

/** Somebody's bank account. Sealed wherever it is kept. */
export interface Counterparty {
  readonly name: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: "checking" | "savings";
  /** Whose account it is, where that is known; ACH has a class of entries for each, and takes a business by default. */
  readonly holder?: "person" | "business" | undefined;
  /** Where they are; a wire needs it. */
  readonly address: PostalAddress | undefined;
  readonly bankAddress: PostalAddress | undefined;
}

export interface PostalAddress {
  readonly streetLine1: string;
  readonly streetLine2: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export interface StatementText {
  /** Who pays or pulls, as the other side knows them. */
  readonly name: string;
  /** Free text for a wire or RTP; in ACH what is paid for, at most 10 characters. */
  readonly memo: string | undefined;
}

export type BankEntryState = "queued" | "filed" | "sent" | "settled" | "rejected" | "returned" | "withdrawn";

export interface BankEntryProgress {
  readonly state: BankEntryState;
  /** When its file leaves, by the timetable of the bank. */
  readonly leavesAt: Instant;
  readonly settlesAt: Instant;
  readonly traceNumber: string | undefined;
}

/** What the bank said. Each is stored once, and told once, in a transaction of the tenant that it concerns. */
export type BankHappening =
  | {
      readonly type: "settled";
      readonly entry: EntryRef;
      readonly at: Instant;
      readonly imad: string | undefined;
    }
  /** The bank or the other bank did not take it: no money moved. */
  | { readonly type: "rejected"; readonly entry: EntryRef; readonly at: Instant; readonly reason: BankReason }
  /** It was taken, and came back, perhaps after it had settled. */
  | { readonly type: "returned"; readonly entry: EntryRef; readonly at: Instant; readonly reason: BankReason }
  /** The other bank asks for other data next time (a notification of change); this time the money has moved. */
  | {
      readonly type: "corrected";
      readonly entry: EntryRef;
      readonly at: Instant;
      readonly reason: BankReason;
    }
  /** Money that somebody sent to us. */
  | { readonly type: "received"; readonly receipt: BankReceipt };

export interface EntryRef {
  readonly id: string;
  readonly subject: string;
  readonly traceNumber: string | undefined;
}

/** A code of the rail, such as R01 or AC04, and what it means. */
export interface BankReason {
  readonly code: string;
  readonly text: string;
}

export interface BankReceipt {
  /** The bank's own reference: one for each receipt, for ever. */
  readonly bankReference: string;
  readonly system: RailSystem;
  readonly amountCents: bigint;
  /** Which of our account numbers it was sent to. */
  readonly accountNumber: string;
  readonly receivedAt: Instant;
  readonly senderName: string | undefined;
  readonly senderAccountNumber: string | undefined;
  readonly senderBankName: string | undefined;
  readonly senderBankRoutingNumber: string | undefined;
  /** What the sender wrote. */
  readonly reference: string | undefined;
  readonly imad: string | undefined;
  readonly traceNumber: string | undefined;
}

/** The module that money matters to. */
export interface BankListener {
  /** Of one tenant, in the transaction that marks them as told. Has no effect but through it; records in the ledger last. */
  heard(tx: Transaction, scope: BankScope, happenings: readonly BankHappening[]): Promise<void>;
  /** Whose account number it is; undefined when it is nobody's. */
  tenantOf(
    session: Session,
    network: Network,
    receipts: readonly BankReceipt[],
  ): Promise<readonly (TenantId | undefined)[]>;
}

export interface BankScope {
  /** The platform's own tenant for money that is nobody's yet. */
  readonly tenantId: TenantId;
  readonly network: Network;
}
