import type { Session, Transaction } from "../db/database.ts";
import type { TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankReason } from "./bank-work.ts";
import type { RailSystem } from "./rail.ts";

/** Operations that only a sandbox bank has. Their effects appear in its files, like those of a real bank. */
export interface BankSimulator {
  /** Simulates an incoming payment to one of our account numbers; returns the bank's reference. */
  receive(tx: Transaction, incomingPayment: SimulatedIncomingPayment): Promise<string>;
  /** False when the bank does not have the entry, or when it is too late. */
  returnEntry(tx: Transaction, entry: SimulatedEntry, reason: BankReason): Promise<boolean>;
  rejectEntry(tx: Transaction, entry: SimulatedEntry, reason: BankReason): Promise<boolean>;
  settleEntry(tx: Transaction, entry: SimulatedEntry): Promise<boolean>;
  /** Without a tenant, the clock of the bank itself. */
  clock(session: Session, tenantId?: TenantId): Promise<SimulatedClock>;
  setMode(tx: Transaction, mode: SimulatedClock["mode"], tenantId?: TenantId): Promise<SimulatedClock>;
  /** A tenant's clock is refused beyond a limit. What waits at the bank comes earlier; what waits here is the caller's. */
  advance(
    tx: Transaction,
    to: "next_window" | "next_banking_day",
    tenantId?: TenantId,
  ): Promise<SimulatedClock & { readonly movedMs: number }>;
  /** Sets a tenant's clock to that of the bank, with its mode. */
  reset(tx: Transaction, tenantId: TenantId): Promise<SimulatedClock>;
}

export interface SimulatedIncomingPayment {
  readonly system: RailSystem;
  readonly accountNumber: string;
  readonly amountCents: bigint;
  readonly senderName: string;
  readonly reference: string | undefined;
}

/** One of our entries, by its references in the file. */
export interface SimulatedEntry {
  /** Bank entry id: the end-to-end id of a wire or RTP payment. */
  readonly id: string;
  /** Set for an ACH entry once it is in a file. */
  readonly traceNumber: string | undefined;
}

export interface SimulatedClock {
  /** Settlement after seconds, or by the Federal Reserve calendar. */
  readonly mode: "seconds" | "calendar";
  readonly now: Instant;
  /** How far a tenant's clock is ahead of the bank's own. */
  readonly aheadMs: number;
  /** When the next standard ACH file is sent, and when the next banking day begins. */
  readonly nextWindowAt: Instant;
  readonly nextBankingDayAt: Instant;
}
