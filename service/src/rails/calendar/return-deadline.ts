import { addDays, type BankDate } from "./bank-date.ts";
import { addBankingDays, nextBankingDay } from "./banking-day.ts";

const ordinaryBankingDays = 2;
const dishonorBankingDays = 5;
const unauthorizedDays = 60;

/** Unauthorized consumer debits. Checks converted to entries are treated the same. */
const unauthorizedCodes = new Set(["R05", "R07", "R10", "R11", "R33", "R37", "R38", "R51", "R52", "R53"]);
/** Returns that we requested or agreed to: the two banks agree on the deadline. */
const agreedCodes = new Set(["R06", "R31"]);
/** Dishonored returns, counted from the settlement of the return. */
const dishonoredCodes = new Set(["R61", "R62", "R67", "R68", "R69", "R70"]);

/**
 * The last banking day on whose morning a return with this code can reach us; undefined when there is no deadline.
 * After sixty calendar days, that is the next banking day (Nacha Operating Rules, Article Three).
 */
export function returnDeadline(code: string, settlementDate: BankDate): BankDate | undefined {
  if (agreedCodes.has(code)) return undefined;
  if (unauthorizedCodes.has(code)) return nextBankingDay(addDays(settlementDate, unauthorizedDays));
  return addBankingDays(
    settlementDate,
    dishonoredCodes.has(code) ? dishonorBankingDays : ordinaryBankingDays,
  );
}
