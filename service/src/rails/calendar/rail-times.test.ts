import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatInstant, type Instant, instantFromMs, parseInstant } from "../../kernel/instant.ts";
import { type BankRail, bankRails, isDebit, systemOf } from "../rail.ts";
import { addDays, bankDate } from "./bank-date.ts";
import { addBankingDays, isBankingDay } from "./banking-day.ts";
import { bankDateOf, timeOfDayOf } from "./new-york.ts";
import { type CalendarTimes, debitFinalAt, maxLeadMinutes, railTimes } from "./rail-times.ts";

/** Date and time in New York. */
type Row = readonly [now: string, leaves: string, cutoff: string, settles: string, date: string];

describe("standard ACH", () => {
  // Submitted during a banking day, sent in the following night, settled on the next banking morning.
  test.each<Row>([
    ["2026-11-17T15:00Z", "2026-11-18 01:45", "2026-11-18 02:15", "2026-11-18 08:30", "2026-11-18"],
    ["2026-11-18T06:45Z", "2026-11-18 01:45", "2026-11-18 02:15", "2026-11-18 08:30", "2026-11-18"],
    ["2026-11-18T06:46Z", "2026-11-19 01:45", "2026-11-19 02:15", "2026-11-19 08:30", "2026-11-19"],
    // Friday evening, Saturday and Sunday.
    ["2026-11-20T23:00Z", "2026-11-21 01:45", "2026-11-21 02:15", "2026-11-23 08:30", "2026-11-23"],
    ["2026-11-21T12:00Z", "2026-11-24 01:45", "2026-11-24 02:15", "2026-11-24 08:30", "2026-11-24"],
    ["2026-11-23T04:00Z", "2026-11-24 01:45", "2026-11-24 02:15", "2026-11-24 08:30", "2026-11-24"],
    // The evening before Thanksgiving, and the holiday itself.
    ["2026-11-25T23:00Z", "2026-11-26 01:45", "2026-11-26 02:15", "2026-11-27 08:30", "2026-11-27"],
    ["2026-11-26T15:00Z", "2026-11-28 01:45", "2026-11-28 02:15", "2026-11-30 08:30", "2026-11-30"],
    // Daylight saving time changes in the night to Sunday.
    ["2026-03-06T20:00Z", "2026-03-07 01:45", "2026-03-07 02:15", "2026-03-09 08:30", "2026-03-09"],
  ])("%s leaves %s", (...row) => {
    expectRow("ach_credit", row);
    expectRow("ach_debit", row);
  });
});

describe("same-day ACH", () => {
  test.each<Row>([
    ["2026-11-17T12:00Z", "2026-11-17 10:00", "2026-11-17 10:30", "2026-11-17 13:00", "2026-11-17"],
    ["2026-11-17T15:01Z", "2026-11-17 14:15", "2026-11-17 14:45", "2026-11-17 17:00", "2026-11-17"],
    ["2026-11-17T20:00Z", "2026-11-17 16:15", "2026-11-17 16:45", "2026-11-17 18:00", "2026-11-17"],
    ["2026-11-17T21:15Z", "2026-11-17 16:15", "2026-11-17 16:45", "2026-11-17 18:00", "2026-11-17"],
    ["2026-11-17T21:16Z", "2026-11-18 10:00", "2026-11-18 10:30", "2026-11-18 13:00", "2026-11-18"],
    ["2026-11-26T15:00Z", "2026-11-27 10:00", "2026-11-27 10:30", "2026-11-27 13:00", "2026-11-27"],
    ["2026-07-03T20:16Z", "2026-07-06 10:00", "2026-07-06 10:30", "2026-07-06 13:00", "2026-07-06"],
  ])("%s leaves %s", (...row) => {
    expectRow("same_day_ach_credit", row);
    expectRow("same_day_ach_debit", row);
  });
});

describe("wires", () => {
  // While Fedwire is open, wires are sent and settle immediately; its day begins on the evening before.
  test.each<Row>([
    ["2026-11-17T15:00Z", "2026-11-17 10:00", "2026-11-17 18:45", "2026-11-17 10:00", "2026-11-17"],
    ["2026-11-17T23:15Z", "2026-11-17 18:15", "2026-11-17 18:45", "2026-11-17 18:15", "2026-11-17"],
    ["2026-11-17T23:16Z", "2026-11-17 21:00", "2026-11-18 18:45", "2026-11-17 21:00", "2026-11-18"],
    ["2026-11-18T03:00Z", "2026-11-17 22:00", "2026-11-18 18:45", "2026-11-17 22:00", "2026-11-18"],
    ["2026-11-21T15:00Z", "2026-11-22 21:00", "2026-11-23 18:45", "2026-11-22 21:00", "2026-11-23"],
    // Thanksgiving: opens again in the evening.
    ["2026-11-26T15:00Z", "2026-11-26 21:00", "2026-11-27 18:45", "2026-11-26 21:00", "2026-11-27"],
    ["2026-03-08T15:00Z", "2026-03-08 21:00", "2026-03-09 18:45", "2026-03-08 21:00", "2026-03-09"],
  ])("%s leaves %s", (...row) => {
    expectRow("wire", row);
  });
});

test("RTP sends and settles immediately on any day", () => {
  const now = at("2026-12-25T17:00Z");
  expect(railTimes("rtp_credit", now)).toEqual({
    leavesAt: now,
    cutoffAt: now,
    settlesAt: now,
    finalAt: now,
    settlementDate: "2026-12-25",
  });
});

test("a debit is final at the end of the second banking day after its settlement", () => {
  const times = railTimes("ach_debit", at("2026-11-24T15:00Z"));
  expect(times.settlementDate).toBe("2026-11-25");
  // Thursday is Thanksgiving: Friday and Monday are the two days.
  expect(inNewYork(times.finalAt)).toBe("2026-12-01 00:00");
  expect(debitFinalAt(bankDate("2026-11-25"))).toBe(times.finalAt);
});

test("a longer lead time sends files earlier for the same cut-off", () => {
  expect(inNewYork(railTimes("ach_credit", at("2026-11-17T15:00Z"), 375).leavesAt)).toBe("2026-11-17 20:00");
  expect(railTimes("same_day_ach_credit", at("2026-11-17T15:30Z"), 0).cutoffAt).toBe(at("2026-11-17T15:30Z"));
  expect(() => railTimes("wire", at("2026-11-17T15:00Z"), maxLeadMinutes + 1)).toThrow("lead");
});

describe("at any time, on any rail, with any lead time", () => {
  const moments = fc
    .integer({ min: at("2024-01-01T00:00Z"), max: at("2045-01-01T00:00Z") })
    .map((epochMs) => instantFromMs(epochMs));
  const rails = fc.constantFrom(...bankRails);
  const leads = fc.integer({ min: 0, max: maxLeadMinutes });

  test("sending, cut-off, settlement and finality are in this order and close together", () => {
    fc.assert(
      fc.property(rails, moments, leads, (rail, now, lead) => {
        const times = railTimes(rail, now, lead);
        expect(times.leavesAt).toBeGreaterThanOrEqual(now);
        expect(times.cutoffAt).toBeGreaterThanOrEqual(times.leavesAt);
        expect(times.settlesAt).toBeGreaterThanOrEqual(times.leavesAt);
        expect(times.finalAt).toBeGreaterThanOrEqual(times.settlesAt);
        expect(times.settlementDate <= addBankingDays(bankDateOf(now), 2)).toBe(true);
        if (systemOf(rail) === "ach") expect(times.cutoffAt - times.leavesAt).toBe(lead * 60_000);
      }),
      { numRuns: 500 },
    );
  });

  test("only instant rails settle on a weekend or a holiday", () => {
    fc.assert(
      fc.property(rails, moments, (rail, now) => {
        const { settlementDate, settlesAt, finalAt } = railTimes(rail, now);
        if (systemOf(rail) === "ach" || systemOf(rail) === "wire")
          expect(isBankingDay(settlementDate)).toBe(true);
        if (systemOf(rail) === "ach") expect(bankDateOf(settlesAt)).toBe(settlementDate);
        if (rail === "wire") {
          const evening = timeOfDayOf(settlesAt) >= "21:00";
          expect(addDays(bankDateOf(settlesAt), evening ? 1 : 0)).toBe(settlementDate);
        }
        if (isDebit(rail)) expect(timeOfDayOf(finalAt)).toBe("00:00");
      }),
      { numRuns: 500 },
    );
  });

  test("a later entry never settles earlier", () => {
    const away = fc.integer({ min: 0, max: 5 * 86_400_000 });
    fc.assert(
      fc.property(rails, moments, away, leads, (rail, now, laterMs, lead) => {
        const first = railTimes(rail, now, lead);
        const second = railTimes(rail, instantFromMs(now + laterMs), lead);
        for (const key of ["leavesAt", "cutoffAt", "settlesAt", "finalAt"] as const) {
          expect(second[key]).toBeGreaterThanOrEqual(first[key]);
        }
        expect(second.settlementDate >= first.settlementDate).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("the window is the same when computed again at the time of sending", () => {
    fc.assert(
      fc.property(rails, moments, leads, (rail, now, lead) => {
        const times = railTimes(rail, now, lead);
        expect(railTimes(rail, times.leavesAt, lead)).toEqual(times);
      }),
    );
  });
});

function expectRow(rail: BankRail, [now, leaves, cutoff, settles, date]: Row): void {
  const times: CalendarTimes = railTimes(rail, at(now));
  expect({
    leaves: inNewYork(times.leavesAt),
    cutoff: inNewYork(times.cutoffAt),
    settles: inNewYork(times.settlesAt),
    date: times.settlementDate,
  }).toEqual({ leaves, cutoff, settles, date });
  if (!isDebit(rail)) expect(times.finalAt).toBe(times.settlesAt);
}

function inNewYork(instant: Instant): string {
  expect(formatInstant(instant)).toMatch(/:00\.000Z$/);
  return `${bankDateOf(instant)} ${timeOfDayOf(instant)}`;
}

function at(text: string): Instant {
  const instant = parseInstant(text.replace(/T(\d\d:\d\d)Z$/, "T$1:00Z"));
  if (instant === undefined) throw new Error(`${text} is no instant`);
  return instant;
}
