import { expect, test } from "vitest";
import { localTime, utcTime } from "./time-text.ts";

test("a time is shown in full, in UTC or in the user's time zone", () => {
  const at = "2026-11-18T23:05:09.000Z";
  expect(utcTime(at, "en-US")).toBe("Nov 18, 2026, 23:05:09 UTC");
  expect(localTime(at, "Asia/Tokyo", "en-US")).toBe("Nov 19, 2026, 08:05:09");
});
