import {
  addMs,
  type BankRail,
  bankDateOf,
  bankingDayFrom,
  type Instant,
  instantAt,
  instantFromMs,
  nextBankingDay,
  parseBankDate,
  type RailTimes,
  railOf,
  railTimes,
  returnRailOf,
  type SimulatedClock,
  type TimeOfDay,
} from "@florin/service/sandbox-ports";
import type { ClockSettings } from "./bank-store.ts";

/** Current time at the bank, and its clock mode: of the bank itself, or of a tenant. */
export interface BankTime {
  readonly now: Instant;
  readonly mode: SimulatedClock["mode"];
  /** Settlement delay in `seconds` mode. */
  readonly secondsDelayMs: number;
  /** How far it is ahead of the bank's own clock, if it is that of a tenant. */
  readonly aheadMs: number;
}

/** A tenant's clock at the bank. */
export function tenantTime(time: BankTime, clock: ClockSettings | undefined): BankTime {
  if (clock === undefined) return time;
  const { clockMode: mode = time.mode } = clock;
  const aheadMs = Number(clock.aheadMs);
  return { ...time, mode, aheadMs, now: addMs(time.now, aheadMs) };
}

/** The banking day opens after the morning's ACH settlement, so that its funds are available by then. */
const opensAt: TimeOfDay = "09:00";
const achSettlesAt: TimeOfDay = "08:30";

/** Times of a bank entry that is enqueued now. */
export function timesOf(rail: BankRail, time: BankTime): RailTimes {
  switch (time.mode) {
    case "seconds":
      return secondsTimes(rail, time);
    case "calendar":
      return railTimes(rail, time.now);
  }
}

/**
 * When an entry settles that arrives at the bank now: the bank's own cut-offs apply, without the sender's lead time. By
 * the bank's own clock.
 */
export function settlesAt(rail: BankRail, time: BankTime, effectiveDate: string | undefined): Instant {
  return addMs(settlesAtTenant(rail, time, effectiveDate), -time.aheadMs);
}

function settlesAtTenant(rail: BankRail, time: BankTime, effectiveDate: string | undefined): Instant {
  if (time.mode === "seconds") return secondsTimes(rail, time).settlesAt;
  const { settlesAt: earliest } = railTimes(rail, time.now, 0);
  const effective = effectiveDate === undefined ? undefined : parseBankDate(effectiveDate);
  if (effective === undefined) return earliest;
  // A future effective date is honored; a past one has no effect.
  const effectiveAt = instantAt(bankingDayFrom(effective), achSettlesAt);
  return instantFromMs(Math.max(effectiveAt, earliest));
}

/** The banking day on which a time is booked: a non-banking day counts for the next banking day. */
export function bookingDay(at: Instant): string {
  return bankingDayFrom(bankDateOf(at));
}

export function simulatedClock({ now, mode, aheadMs }: BankTime): SimulatedClock {
  return { mode, now, aheadMs, nextWindowAt: nextWindowAfter(now), nextBankingDayAt: nextOpeningAfter(now) };
}

/** When the next standard ACH file leaves, after `now`. */
export function nextWindowAfter(now: Instant): Instant {
  return railTimes(returnRailOf("ach"), addMs(now, 1)).leavesAt;
}

/** When the next banking day opens, after `now`. */
export function nextOpeningAfter(now: Instant): Instant {
  const day = bankingDayFrom(bankDateOf(now));
  const opening = instantAt(day, opensAt);
  return opening > now ? opening : instantAt(nextBankingDay(day), opensAt);
}

function secondsTimes(rail: BankRail, { now, secondsDelayMs }: BankTime): RailTimes {
  // A rail that is always open settles at once in either mode.
  const settled = railOf(rail).schedule === "always_open" ? now : addMs(now, secondsDelayMs);
  return {
    leavesAt: now,
    cutoffAt: now,
    settlesAt: settled,
    finalAt: settled,
    settlementDate: bankingDayFrom(bankDateOf(settled)),
  };
}
