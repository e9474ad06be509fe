import { addDays, type BankDate } from "./bank-date.ts";
import { addBankingDays, nextBankingDay } from "./banking-day.ts";

const ordinaryBankingDays = 2;
const dishonorBankingDays = 5;
const unauthorizedDays = 60;

/** A consumer may tell the bank that nobody was allowed to; checks turned into entries are treated alike. */
const unauthorizedCodes = new Set(["R05", "R07", "R10", "R11", "R33", "R37", "R38", "R51", "R52", "R53"]);
/** Returns that we asked for or agreed to: the two banks settle between them how late they may be. */
const agreedCodes = new Set(["R06", "R31"]);
/** A return that is itself sent back, counted from the settlement of the return. */
const dishonoredCodes = new Set(["R61", "R62", "R67", "R68", "R69", "R70"]);

/**
 * The last banking day on which a return with this code can reach us, in the morning; undefined when there is none.
 * After sixty calendar days that is the banking day that follows them (Nacha Operating Rules, Article Three).
 */
export function returnDeadline(code: string, settlementDate: BankDate): BankDate | undefined {
  if (agreedCodes.has(code)) return undefined;
  if (unauthorizedCodes.has(code)) return nextBankingDay(addDays(settlementDate, unauthorizedDays));
  return addBankingDays(
    settlementDate,
    dishonoredCodes.has(code) ? dishonorBankingDays : ordinaryBankingDays,
  );
}
