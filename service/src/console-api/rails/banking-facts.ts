import type { Instant } from "../../kernel/instant.ts";
import type { RailTimes } from "../../rails/bank.ts";
import { isBankingDay, nextBankingDay } from "../../rails/calendar/banking-day.ts";
import { bankDateOf } from "../../rails/calendar/new-york.ts";
import { railTimes } from "../../rails/calendar/rail-times.ts";
import { type BankRail, bankRails } from "../../rails/rail.ts";

/** Banking days and cut-offs by the Federal Reserve calendar. */
export interface BankingFacts {
  /** Today in New York. */
  readonly today: string;
  readonly isBankingDay: boolean;
  readonly nextBankingDay: string;
  /** Settlement of an entry submitted now. */
  readonly rails: readonly (RailTimes & { readonly rail: BankRail })[];
}

export function bankingFacts(now: Instant, leadMinutes: number): BankingFacts {
  const today = bankDateOf(now);
  return {
    today,
    isBankingDay: isBankingDay(today),
    nextBankingDay: nextBankingDay(today),
    rails: bankRails.map((rail) => ({ rail, ...railTimes(rail, now, leadMinutes) })),
  };
}
