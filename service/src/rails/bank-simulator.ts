import type { Session, Transaction } from "../db/database.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankReason } from "./bank-work.ts";
import type { RailSystem } from "./rail.ts";

/** What can be done to a sandbox bank, and to none other: let things happen there. Each shows in files, like the rest. */
export interface BankSimulator {
  /** Somebody sends money to one of our account numbers; answers the bank's reference of it. */
  receive(tx: Transaction, receipt: SimulatedReceipt): Promise<string>;
  /** False when the bank does not have the entry, or when it is too late for that. */
  returnEntry(tx: Transaction, entry: SimulatedEntry, reason: BankReason): Promise<boolean>;
  rejectEntry(tx: Transaction, entry: SimulatedEntry, reason: BankReason): Promise<boolean>;
  settleEntry(tx: Transaction, entry: SimulatedEntry): Promise<boolean>;
  clock(session: Session): Promise<SimulatedClock>;
  setMode(tx: Transaction, mode: SimulatedClock["mode"]): Promise<SimulatedClock>;
  advance(tx: Transaction, to: "next_window" | "next_banking_day"): Promise<SimulatedClock>;
}

export interface SimulatedReceipt {
  readonly system: RailSystem;
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly senderName: string;
  readonly reference: string | undefined;
}

/** An entry of ours by what stands in the file. */
export interface SimulatedEntry {
  /** The id of the bank entry: the end-to-end reference of a wire or RTP. */
  readonly id: string;
  /** Of an ACH entry, once it is in a file. */
  readonly traceNumber: string | undefined;
}

export interface SimulatedClock {
  /** Settlement after seconds, or by the calendar of the Federal Reserve. */
  readonly mode: "seconds" | "calendar";
  readonly now: Instant;
  /** When the next file of ordinary ACH leaves, and when the next banking day begins. */
  readonly nextWindowAt: Instant;
  readonly nextBankingDayAt: Instant;
}
