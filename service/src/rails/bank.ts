import type { Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail } from "./rail.ts";

/**
 * Port to the bank of one network, by files: Nacha for ACH, ISO 20022 for everything else. The only expected error of a
 * method is BankUnavailableError.
 */
export interface Bank {
  readonly network: Network;
  readonly identity: BankIdentity;
  /** The bank's clock; a sandbox bank may be ahead of ours. */
  now(): Promise<Instant>;
  /** Cut-off and settlement times of an entry that is submitted now, by the tenant's clock if it has one there. */
  times(rail: BankRail, tenantId?: TenantId): Promise<RailTimes>;
  /** Tenants with a clock of their own, and how far it is ahead of `now`, in milliseconds; only at a sandbox bank. */
  clocksAhead?(): Promise<ReadonlyMap<TenantId, number>>;
  /**
   * Delivers a file. Idempotent: the same name with the same bytes is the same file, so a delivery whose response was
   * lost can be repeated.
   */
  deliver(file: BankFile): Promise<void>;
  /** Files from the bank, oldest first, at most `limit`. They are returned again until they are put away. */
  collect(limit: number): Promise<readonly BankFile[]>;
  /**
   * Time at the bank when the next file will be ready without further input, as far as it is known now. A bank without
   * this method is polled.
   */
  nextFileAt?(): Promise<Instant | undefined>;
  /** The record of delivered files, kept outside the database; undefined entries are unknown. */
  delivered?(): AsyncIterable<DeliveredFile>;
  /** Files that were put away into the archive, oldest first. */
  archived?(): AsyncIterable<BankFile>;
  /** Archives a processed file or quarantines an unreadable one. Idempotent. */
  putAway(name: string, to: "archive" | "quarantine"): Promise<void>;
}

export interface BankFile {
  /** Permanently unique; letters, digits, `.`, `_` and `-`. The extension is the format: `.ach` or `.xml`. */
  readonly name: string;
  /** If there is a problem, the part that could be read. */
  readonly bytes: Buffer;
  /**
   * Why a collected file is unusable regardless of its contents: too large, unknown extension. It is returned anyway,
   * so that the engine quarantines and reports it.
   */
  readonly problem?: string | undefined;
  /** Of an outgoing file: its entries, for the record of what was delivered. */
  readonly entries?: readonly DeliveredEntry[];
}

export interface DeliveredEntry {
  readonly id: string;
  /** Of an ACH entry. */
  readonly traceNumber: string | undefined;
}

export interface DeliveredFile {
  readonly name: string;
  readonly sha256: string;
  /** Undefined if the record has none: an operator wrote it again. */
  readonly entries: readonly DeliveredEntry[] | undefined;
  /** The delivery was interrupted after it was recorded: the bank does not have the file. */
  readonly isInterrupted?: boolean;
}

export interface RailTimes {
  /** When its file is written: just before the cut-off of its window; now for a rail without windows. */
  readonly leavesAt: Instant;
  /** End of that window. */
  readonly cutoffAt: Instant;
  readonly settlesAt: Instant;
  /** For a debit, two banking days later: it can no longer be returned for insufficient funds. Else `settlesAt`. */
  readonly finalAt: Instant;
  /** Settlement date in New York, `YYYY-MM-DD`; a banking day except for RTP. */
  readonly settlementDate: string;
}

/** The bank, and our identity as its customer. */
export interface BankIdentity {
  readonly bankName: string;
  /** One line, shown in wire instructions. */
  readonly bankAddress: string;
  /** ABA routing number of the bank that holds our account and originates our entries. */
  readonly routingNumber: string;
  /** Our account there; all payments are made from it. */
  readonly accountNumber: string;
  /** Originator name in files, at most 23 characters. */
  readonly companyName: string;
  /** Company identification in ACH files: ten characters, by convention a digit and the EIN. */
  readonly companyId: string;
  readonly beneficiaryName: string;
  readonly beneficiaryAddress: string;
  /** Prefix of the virtual account numbers that the bank assigns to us. */
  readonly virtualAccountPrefix: string;
}

export class BankUnavailableError extends Error {
  override readonly name = "BankUnavailableError";
}
