import type { Session, Transaction } from "../db/database.ts";
import type { Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { CorrectedAccount } from "./nacha/corrected-data.ts";
import type { Purpose } from "./purpose.ts";
import type { BankRail, RailSystem } from "./rail.ts";

/** Queue of bank entries, each sent to the bank exactly once, and their progress. */
export interface BankWork {
  /** Adds entries in the caller's transaction. Idempotent by id. */
  enqueue(tx: Transaction, entries: readonly NewBankEntry[]): Promise<void>;
  /** Withdraws entries that are in no file yet; returns the withdrawn ids and locks their rows. */
  withdraw(tx: Transaction, tenantId: TenantId, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * After a restore: of these ids, those under which the bank has an entry that the database does not know, with the id
   * of that entry. It differs in its time only.
   */
  findSent<Kind extends string>(
    session: Session,
    network: Network,
    ids: readonly Id<Kind>[],
  ): Promise<SentIds<Kind>>;
  progress(
    session: Session,
    tenantId: TenantId,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, BankEntryProgress>>;
}

export type SentIds<Kind extends string> = ReadonlyMap<Id<Kind>, Id<Kind>>;

interface BankEntryFields {
  /** Our id; also the end-to-end id on wires and RTP. */
  readonly id: string;
  readonly network: Network;
  readonly tenantId: TenantId;
  /** Id of the payment. */
  readonly subject: string;
  readonly amountCents: bigint;
}

export type NewBankEntry = NewPaymentEntry | NewReturnEntry | NewPrenoteEntry;

/** Money that we send, or pull when the rail is a debit. */
export interface NewPaymentEntry extends BankEntryFields {
  readonly kind: "payment";
  readonly rail: BankRail;
  readonly counterparty: Counterparty;
  /** Text on the counterparty's statement; truncated to what the rail carries. */
  readonly statement: StatementText;
}

/** Returns an incoming payment to its sender. */
export interface NewReturnEntry extends BankEntryFields {
  readonly kind: "return";
  readonly incomingPayment: IncomingBankPayment;
  /** ISO 20022 external return reason code, such as AC01 or NARR; for ACH, the matching R code is used. */
  readonly reason: string;
}

/**
 * An ACH entry without money that tests a bank account; its amount is zero. No bank reports its settlement: it counts
 * as settled if it was not returned until the third banking day after its settlement date, when Nacha allows the first
 * live entry.
 */
export interface NewPrenoteEntry extends BankEntryFields {
  readonly kind: "prenote";
  /** That of the live entries to come. */
  readonly direction: "credit" | "debit";
  readonly counterparty: Counterparty;
  readonly statement: StatementText;
}

/** A bank account of a third party. Always stored sealed. */
export interface Counterparty {
  readonly name: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly accountType: "checking" | "savings";
  /** Type of account holder, if known. Selects the SEC code of ACH entries; defaults to business. */
  readonly holder?: "individual" | "business" | undefined;
  /** Postal address; required for a wire. */
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
  /** The originator, as the counterparty knows it. */
  readonly name: string;
  /** Remittance text of an ISO 20022 message; in ACH the company entry description, at most 10 characters. */
  readonly memo: string | undefined;
  /** In ACH, the payment related information in an addenda record. */
  readonly reference?: string | undefined;
  readonly purpose?: Purpose | undefined;
}

export type BankEntryState = "queued" | "filed" | "sent" | "settled" | "rejected" | "returned" | "withdrawn";

export interface BankEntryProgress {
  readonly state: BankEntryState;
  /** When its file is sent, by the bank's cut-offs. */
  readonly leavesAt: Instant;
  readonly settlesAt: Instant;
  readonly traceNumber: string | undefined;
}

/** An event reported by the bank. Stored once and published once, in a transaction of its tenant. */
export type BankEvent = EntryEvent | ReceivedEvent;

/** An event of one of our entries. */
export type EntryEvent =
  | {
      readonly type: "settled";
      readonly entry: EntryRef;
      readonly at: Instant;
      readonly imad: string | undefined;
    }
  /** By our bank or the receiving bank: no money moved. */
  | ReasonedEvent<"rejected">
  /** Accepted and then returned, possibly after settlement. */
  | ReasonedEvent<"returned">
  | NotificationOfChangeEvent;

/** Use the corrected data next time. The money has moved. */
export interface NotificationOfChangeEvent extends ReasonedEvent<"notification_of_change"> {
  /** Undefined if it is not about account data, or if the data are malformed. */
  readonly corrected: CorrectedAccount | undefined;
}

interface ReasonedEvent<Type> {
  readonly type: Type;
  readonly entry: EntryRef;
  readonly at: Instant;
  readonly reason: BankReason;
}

/** An incoming payment. */
export interface ReceivedEvent {
  readonly type: "received";
  readonly incomingPayment: IncomingBankPayment;
}

export interface EntryRef {
  readonly id: string;
  /** Id of the payment; of a prenote, id of the bank address. */
  readonly subject: string;
  readonly isPrenote?: boolean;
  readonly traceNumber: string | undefined;
}

/** Events that end an entry, or its settlement. */
export type EntryEnd = "settled" | "rejected" | "returned";

/** An event applies, was superseded by an earlier event, or contradicts one and needs manual review. */
export type BankEventEffect = "applies" | "superseded" | "contradicts";

/** Effect of a bank event on an entry in this state. If it applies, it is the entry's next state. */
export function effectOf(state: BankEntryState, type: EntryEnd): BankEventEffect {
  return effects[state][type];
}

const onItsWay = { settled: "applies", rejected: "applies", returned: "applies" } as const;
const effects: Readonly<Record<BankEntryState, Readonly<Record<EntryEnd, BankEventEffect>>>> = {
  // It never left, so the rejection is our own: the entry cannot be written.
  queued: { settled: "contradicts", rejected: "applies", returned: "contradicts" },
  filed: onItsWay,
  sent: onItsWay,
  settled: { settled: "superseded", rejected: "contradicts", returned: "applies" },
  rejected: { settled: "contradicts", rejected: "superseded", returned: "contradicts" },
  returned: { settled: "superseded", rejected: "contradicts", returned: "superseded" },
  withdrawn: { settled: "contradicts", rejected: "contradicts", returned: "contradicts" },
};

/** Reason code of the rail, such as R01 or AC04, with its description. */
export interface BankReason {
  readonly code: string;
  readonly text: string;
}

export interface IncomingBankPayment {
  /** The bank's reference; permanently unique per incoming payment. */
  readonly bankReference: string;
  readonly system: RailSystem;
  readonly amountCents: bigint;
  /** The virtual account number that was credited. */
  readonly accountNumber: string;
  readonly receivedAt: Instant;
  readonly senderName: string | undefined;
  readonly senderAccountNumber: string | undefined;
  readonly senderBankName: string | undefined;
  readonly senderBankRoutingNumber: string | undefined;
  /** Remittance information from the sender. */
  readonly reference: string | undefined;
  readonly imad: string | undefined;
  readonly traceNumber: string | undefined;
  /** References of its message, if the bank reports them. The networks require them in a return. */
  readonly uetr?: string | undefined;
  readonly endToEndId?: string | undefined;
  /** On Fedwire the IMAD. */
  readonly messageId?: string | undefined;
}

/** The module that money matters to. */
export interface BankListener {
  /** Events of one tenant, in the transaction that marks them as published. Ledger postings come last. */
  heard(tx: Transaction, scope: BankScope, bankEvents: readonly BankEvent[]): Promise<void>;
  /** The tenant that owns each account number; undefined when it is unknown. */
  tenantOf(
    session: Session,
    network: Network,
    incomingPayments: readonly IncomingBankPayment[],
  ): Promise<readonly (TenantId | undefined)[]>;
}

export interface BankScope {
  /** The platform tenant for money with an unknown account number. */
  readonly tenantId: TenantId;
  readonly network: Network;
}
