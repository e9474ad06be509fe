import { expect, test } from "vitest";
import { customPeriod, firstChoice, periodQuery, timeZoneOptions } from "./chosen-period.ts";

test("a named period is sent by its name, and chosen days as days", () => {
  expect(periodQuery(firstChoice)).toEqual({ period: "last_month", time_zone: "UTC" });
  const days = { ...firstChoice, period: customPeriod, from: "2026-11-01", to: "2026-11-02" };
  expect(periodQuery(days)).toEqual({ from: "2026-11-01", to: "2026-11-02", time_zone: "UTC" });
});

test("days that are missing or in the wrong order can't be sent", () => {
  const days = { ...firstChoice, period: customPeriod, from: "2026-11-03", to: "2026-11-02" };
  expect(periodQuery(days)).toBeUndefined();
  expect(periodQuery({ ...days, to: "" })).toBeUndefined();
});

test("the time zone is UTC or that of the browser", () => {
  expect(timeZoneOptions("UTC")).toEqual(["UTC"]);
  expect(timeZoneOptions("Europe/Lisbon")).toEqual(["UTC", "Europe/Lisbon"]);
});
