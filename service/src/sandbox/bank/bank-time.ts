import { addMs, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { RailTimes } from "../../rails/bank.ts";
import type { SimulatedClock } from "../../rails/bank-simulator.ts";
import { parseBankDate } from "../../rails/calendar/bank-date.ts";
import { bankingDayFrom, nextBankingDay } from "../../rails/calendar/banking-day.ts";
import { bankDateOf, instantAt, type TimeOfDay } from "../../rails/calendar/new-york.ts";
import { railTimes } from "../../rails/calendar/rail-times.ts";
import type { BankRail } from "../../rails/rail.ts";

/** What time it is at the bank, and how time passes there. */
export interface BankTime {
  readonly now: Instant;
  readonly mode: SimulatedClock["mode"];
  /** How long a payment takes in the mode `seconds`. */
  readonly secondsDelayMs: number;
}

/** The doors open after the morning's settlement of ACH, so that whoever waits for the day finds the money there. */
const opensAt: TimeOfDay = "09:00";
const achSettlesAt: TimeOfDay = "08:30";

/** What becomes of an entry that is handed to us now, to be sent. */
export function timesOf(rail: BankRail, time: BankTime): RailTimes {
  switch (time.mode) {
    case "seconds":
      return secondsTimes(rail, time);
    case "calendar":
      return railTimes(rail, time.now);
  }
}

/** When an entry settles that has arrived at the bank now: its own cut-offs count, without the lead of the sender. */
export function settlesAt(rail: BankRail, time: BankTime, effectiveDate: string | undefined): Instant {
  if (time.mode === "seconds") return secondsTimes(rail, time).settlesAt;
  const { settlesAt: earliest } = railTimes(rail, time.now, 0);
  const effective = effectiveDate === undefined ? undefined : parseBankDate(effectiveDate);
  if (effective === undefined) return earliest;
  // A day in the future is waited for; one that has passed changes nothing.
  const wanted = instantAt(bankingDayFrom(effective), achSettlesAt);
  return instantFromMs(Math.max(wanted, earliest));
}

/** The banking day to which a moment belongs in the bank's books: what happens on a closed day counts for the next. */
export function bookingDay(at: Instant): string {
  return bankingDayFrom(bankDateOf(at));
}

export function simulatedClock({ now, mode }: BankTime): SimulatedClock {
  return { mode, now, nextWindowAt: nextWindowAfter(now), nextBankingDayAt: nextOpeningAfter(now) };
}

/** When the next file of ordinary ACH leaves, later than now. */
export function nextWindowAfter(now: Instant): Instant {
  return railTimes("ach_credit", addMs(now, 1)).leavesAt;
}

/** When the next banking day begins, later than now. */
export function nextOpeningAfter(now: Instant): Instant {
  const day = bankingDayFrom(bankDateOf(now));
  const opening = instantAt(day, opensAt);
  return opening > now ? opening : instantAt(nextBankingDay(day), opensAt);
}

function secondsTimes(rail: BankRail, { now, secondsDelayMs }: BankTime): RailTimes {
  // RTP is at once in either mode.
  const settled = rail === "rtp_credit" ? now : addMs(now, secondsDelayMs);
  return {
    leavesAt: now,
    cutoffAt: now,
    settlesAt: settled,
    finalAt: settled,
    settlementDate: bankingDayFrom(bankDateOf(settled)),
  };
}
