import { assert } from "../../kernel/assert.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { RailTimes } from "../bank.ts";
import { type BankRail, isDebit, railOf } from "../rail.ts";
import type { RailSchedule } from "../registry.ts";
import { addDays, type BankDate } from "./bank-date.ts";
import { addBankingDays, bankingDayFrom, nextBankingDay } from "./banking-day.ts";
import { bankDateOf, instantAt, type TimeOfDay } from "./new-york.ts";

/** Times of a rail by the calendar, with the settlement date as a date. */
export type CalendarTimes = RailTimes & { readonly settlementDate: BankDate };

/** Lead time that our bank requires before a cut-off of the ACH operator or Fedwire. */
export const defaultLeadMinutes = 30;

/** Three windows per banking day (FedACH schedule since March 2021). */
const sameDayWindows: readonly { readonly cutoff: TimeOfDay; readonly settles: TimeOfDay }[] = [
  { cutoff: "10:30", settles: "13:00" },
  { cutoff: "14:45", settles: "17:00" },
  { cutoff: "16:45", settles: "18:00" },
];
/** The FedACH processing day ends in the following night; its entries settle on the morning of the next banking day. */
const achCutoff: TimeOfDay = "02:15";
const achSettles: TimeOfDay = "08:30";
/** Fedwire opens on the evening before a banking day, even on a Sunday. Customer wires close before bank wires. */
const fedwireOpens: TimeOfDay = "21:00";
const fedwireCutoff: TimeOfDay = "18:45";

const returnBankingDays = 2;
const midnight: TimeOfDay = "00:00";
const minuteMs = 60_000;
/** A Fedwire day is just under 22 hours long; the lead time must be shorter. */
export const maxLeadMinutes = 12 * 60;

/** Times of an entry that is submitted now. */
export function railTimes(rail: BankRail, now: Instant, leadMinutes = defaultLeadMinutes): CalendarTimes {
  assert(
    leadMinutes >= 0 && leadMinutes <= maxLeadMinutes,
    "the lead time before a cut-off must be a few hours at most",
  );
  const times = schedules[railOf(rail).schedule](now, leadMinutes * minuteMs);
  return isDebit(rail) ? { ...times, finalAt: debitFinalAt(times.settlementDate) } : times;
}

/** A debit can be returned for insufficient funds until the end of the second banking day after its settlement. */
export function debitFinalAt(settlementDate: BankDate): Instant {
  return instantAt(addDays(addBankingDays(settlementDate, returnBankingDays), 1), midnight);
}

const schedules: Readonly<Record<RailSchedule, (now: Instant, leadMs: number) => CalendarTimes>> = {
  // Around the clock, every day of the year: the settlement date is the calendar date.
  always_open: (now) => timesAt(now, now, now, bankDateOf(now)),
  fedwire: wireTimes,
  same_day_ach: sameDayTimes,
  ach: nextDayTimes,
};

/** Sent immediately while Fedwire is open, else when it opens. */
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
  // Until the cut-off in the night, the processing day is still yesterday's.
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
