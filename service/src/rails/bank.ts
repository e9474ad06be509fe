import type { Network } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { BankRail } from "./rail.ts";

/**
 * The port to the bank of one network, which speaks in files: Nacha for ACH, ISO 20022 for everything else. A method
 * throws a BankUnavailableError when the bank could not be reached, and nothing else that is expected.
 */
export interface Bank {
  readonly network: Network;
  readonly identity: BankIdentity;
  /** What time it is for the bank; a sandbox may be ahead of ours. */
  now(): Promise<Instant>;
  /** What becomes of an entry that is handed in now. */
  times(rail: BankRail): Promise<RailTimes>;
  /**
   * Hands a file over. The same name with the same bytes again is the same file: a bank refuses what it has seen
   * before, so a delivery whose answer was lost is simply repeated.
   */
  deliver(file: BankFile): Promise<void>;
  /** Files that wait for us, the oldest first, at most `limit`. They wait until they are put away. */
  collect(limit: number): Promise<readonly BankFile[]>;
  /** A file that was read, or that cannot be read, is kept where it waits no more. Doing it again changes nothing. */
  putAway(name: string, to: "archive" | "quarantine"): Promise<void>;
}

export interface BankFile {
  /** Unique for ever; letters, digits, `.`, `_` and `-`. The ending tells the format: `.ach` or `.xml`. */
  readonly name: string;
  /** When there is a problem: as much of it as could be read. */
  readonly bytes: Buffer;
  /**
   * Why a collected file cannot be what it should be, whatever its bytes say: too large, an unknown ending. It is handed
   * out all the same, so that it is put into quarantine by somebody who tells of it.
   */
  readonly problem?: string | undefined;
}

export interface RailTimes {
  /** When the file that holds it is written: the last moment before the cut-off of its window; now for a rail without. */
  readonly leavesAt: Instant;
  /** After this it can no longer be part of that window. */
  readonly cutoffAt: Instant;
  readonly settlesAt: Instant;
  /** For a debit, when the other bank can no longer return it as uncovered: two banking days later. Else `settlesAt`. */
  readonly finalAt: Instant;
  /** The banking day of the settlement in New York, `YYYY-MM-DD`; RTP settles on any day. */
  readonly settlementDate: string;
}

/** Who we are for the bank, and who the bank is. */
export interface BankIdentity {
  readonly bankName: string;
  /** One line, for instructions that people read. */
  readonly bankAddress: string;
  /** ABA number of the bank that keeps our account and sends our entries. */
  readonly routingNumber: string;
  /** Our account there, out of which everything is paid. */
  readonly accountNumber: string;
  /** As it stands in files: who sends, at most 23 characters. */
  readonly companyName: string;
  /** Ten characters; by habit a digit and the EIN. */
  readonly companyId: string;
  readonly beneficiaryName: string;
  readonly beneficiaryAddress: string;
  /** The first digits of the virtual account numbers that the bank keeps for us. */
  readonly virtualAccountPrefix: string;
}

export class BankUnavailableError extends Error {
  override readonly name = "BankUnavailableError";
}
