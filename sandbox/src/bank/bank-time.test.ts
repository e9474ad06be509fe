import fc from "fast-check";
import { expect, test } from "vitest";
import { formatInstant, type Instant, instantFromMs } from "../../../service/src/kernel/instant.ts";
import { bankDate } from "../../../service/src/rails/calendar/bank-date.ts";
import { isBankingDay } from "../../../service/src/rails/calendar/banking-day.ts";
import { bankRails, railOf } from "../../../service/src/rails/rail.ts";
import { instant } from "../../../service/test/sandbox-bank.ts";
import {
  type BankTime,
  bookingDay,
  nextOpeningAfter,
  nextWindowAfter,
  settlesAt,
  timesOf,
} from "./bank-time.ts";

const seconds = (now: Instant): BankTime => ({ now, mode: "seconds", secondsDelayMs: 1_000, aheadMs: 0 });
const calendar = (now: Instant): BankTime => ({ now, mode: "calendar", secondsDelayMs: 1_000, aheadMs: 0 });
const moments = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 11, 31) })
  .map((epochMs) => instantFromMs(epochMs));

test("in seconds mode everything leaves now and is final when it settles, a rail that is always open at once", () => {
  const now = instant("2026-07-25T14:00:00.000Z");
  for (const rail of bankRails) {
    const times = timesOf(rail, seconds(now));
    const settled = railOf(rail).schedule === "always_open" ? now : now + 1_000;
    expect(times).toMatchObject({ leavesAt: now, settlesAt: settled, finalAt: settled });
    // A Saturday: the settlement date is a banking day anyway.
    expect(times.settlementDate).toBe("2026-07-27");
  }
});

test("a standard entry settles on the next banking morning, or on its later effective date", () => {
  // Friday, 10:00 in New York.
  const friday = calendar(instant("2026-07-31T14:00:00.000Z"));
  expect(formatInstant(settlesAt("ach_credit", friday, "2026-08-03"))).toBe("2026-08-03T12:30:00.000Z");
  expect(formatInstant(settlesAt("ach_credit", friday, undefined))).toBe("2026-08-03T12:30:00.000Z");
  expect(formatInstant(settlesAt("ach_credit", friday, "2026-08-05"))).toBe("2026-08-05T12:30:00.000Z");
  expect(formatInstant(settlesAt("ach_credit", friday, "2026-07-01"))).toBe("2026-08-03T12:30:00.000Z");
});

test("a file that arrives between Florin's cut-off and the bank's still makes its window", () => {
  // 10:15 in New York: the window of 10:30 is closed for senders, not for the bank.
  const now = instant("2026-07-28T14:15:00.000Z");
  expect(formatInstant(settlesAt("same_day_ach_credit", calendar(now), undefined))).toBe(
    "2026-07-28T17:00:00.000Z",
  );
});

test("a booking on a non-banking day belongs to the next banking day", () => {
  expect(bookingDay(instant("2026-07-25T14:00:00.000Z"))).toBe("2026-07-27");
  expect(bookingDay(instant("2026-07-28T03:59:59.000Z"))).toBe("2026-07-27");
});

test("the next window and the next banking day are always in the future", () => {
  fc.assert(
    fc.property(moments, (now) => {
      expect(nextWindowAfter(now)).toBeGreaterThan(now);
      const opening = nextOpeningAfter(now);
      expect(opening).toBeGreaterThan(now);
      expect(isBankingDay(bankDate(bookingDay(opening)))).toBe(true);
      expect(formatInstant(opening)).toMatch(/T1[34]:00:00/);
    }),
  );
});

test("nothing settles before it arrives", () => {
  fc.assert(
    fc.property(
      moments,
      fc.constantFrom(...bankRails),
      fc.constantFrom(seconds, calendar),
      (now, rail, mode) => {
        expect(settlesAt(rail, mode(now), undefined)).toBeGreaterThanOrEqual(now);
      },
    ),
  );
});
