import { assert } from "../../kernel/assert.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { RailTimes } from "../bank.ts";
import { type BankRail, isDebit } from "../rail.ts";
import { addDays, type BankDate } from "./bank-date.ts";
import { addBankingDays, bankingDayFrom, nextBankingDay } from "./banking-day.ts";
import { bankDateOf, instantAt, type TimeOfDay } from "./new-york.ts";

/** The times of a rail by the calendar, with the day as a date. */
export type CalendarTimes = RailTimes & { readonly settlementDate: BankDate };

/** How long before a cut-off of the ACH operator or of Fedwire our bank wants to have a file. */
export const defaultLeadMinutes = 30;

/** Three times a banking day, by the schedule of FedACH since March 2021. */
const sameDayWindows: readonly { readonly cutoff: TimeOfDay; readonly settles: TimeOfDay }[] = [
  { cutoff: "10:30", settles: "13:00" },
  { cutoff: "14:45", settles: "17:00" },
  { cutoff: "16:45", settles: "18:00" },
];
/** The processing day of FedACH ends in the night after it; what it took settles in the morning of the next banking day. */
const achCutoff: TimeOfDay = "02:15";
const achSettles: TimeOfDay = "08:30";
/** Fedwire opens in the evening before a banking day, also of a Sunday or a holiday; customers' wires end before banks'. */
const fedwireOpens: TimeOfDay = "21:00";
const fedwireCutoff: TimeOfDay = "18:45";

const returnBankingDays = 2;
const midnight: TimeOfDay = "00:00";
const minuteMs = 60_000;
/** A day of Fedwire is not quite 22 hours long: a lead of that length would leave nothing of it. */
export const maxLeadMinutes = 12 * 60;

/** What becomes of an entry that is handed in at this moment. */
export function railTimes(rail: BankRail, now: Instant, leadMinutes = defaultLeadMinutes): CalendarTimes {
  assert(
    leadMinutes >= 0 && leadMinutes <= maxLeadMinutes,
    "the lead before a cut-off is some hours at most",
  );
  const times = timesOf(rail, now, leadMinutes * minuteMs);
  return isDebit(rail) ? { ...times, finalAt: debitFinalAt(times.settlementDate) } : times;
}

/** A debit can come back for want of money until the second banking day after its settlement is over. */
export function debitFinalAt(settlementDate: BankDate): Instant {
  return instantAt(addDays(addBankingDays(settlementDate, returnBankingDays), 1), midnight);
}

function timesOf(rail: BankRail, now: Instant, leadMs: number): CalendarTimes {
  switch (rail) {
    case "rtp_credit":
      // Around the clock, on every day of the year: the day is the one on the calendar.
      return timesAt(now, now, now, bankDateOf(now));
    case "wire":
      return wireTimes(now, leadMs);
    case "same_day_ach_credit":
    case "same_day_ach_debit":
      return sameDayTimes(now, leadMs);
    case "ach_credit":
    case "ach_debit":
      return nextDayTimes(now, leadMs);
  }
}

/** Sent as it comes while Fedwire is open, else when it opens. */
function wireTimes(now: Instant, leadMs: number): CalendarTimes {
  let day = bankingDayFrom(bankDateOf(now));
  while (addMs(instantAt(day, fedwireCutoff), -leadMs) < now) day = nextBankingDay(day);
  const opensAt = instantAt(addDays(day, -1), fedwireOpens);
  const leavesAt = now < opensAt ? opensAt : now;
  return timesAt(leavesAt, instantAt(day, fedwireCutoff), leavesAt, day);
}

function sameDayTimes(now: Instant, leadMs: number): CalendarTimes {
  for (let day = bankingDayFrom(bankDateOf(now)); ; day = nextBankingDay(day)) {
    for (const { cutoff, settles } of sameDayWindows) {
      const cutoffAt = instantAt(day, cutoff);
      const leavesAt = addMs(cutoffAt, -leadMs);
      if (leavesAt >= now) return timesAt(leavesAt, cutoffAt, instantAt(day, settles), day);
    }
  }
}

function nextDayTimes(now: Instant, leadMs: number): CalendarTimes {
  // Before the cut-off in the night it is still the processing day of yesterday.
  for (let day = bankingDayFrom(addDays(bankDateOf(now), -1)); ; day = nextBankingDay(day)) {
    const cutoffAt = instantAt(addDays(day, 1), achCutoff);
    const leavesAt = addMs(cutoffAt, -leadMs);
    if (leavesAt < now) continue;
    const settlementDate = nextBankingDay(day);
    return timesAt(leavesAt, cutoffAt, instantAt(settlementDate, achSettles), settlementDate);
  }
}

function timesAt(
  leavesAt: Instant,
  cutoffAt: Instant,
  settlesAt: Instant,
  settlementDate: BankDate,
): CalendarTimes {
  return { leavesAt, cutoffAt, settlesAt, finalAt: settlesAt, settlementDate };
}
