import { expect, test } from "vitest";
import { cutoffAhead } from "./cutoff.ts";

const now = Date.parse("2026-11-16T15:00:00Z");

test("a cutoff is shown when it is at least a minute ahead", () => {
  expect(cutoffAhead("2026-11-16T15:01:00Z", now)).toBe("2026-11-16T15:01:00Z");
  expect(cutoffAhead("2026-11-16T15:00:59Z", now)).toBeUndefined();
  expect(cutoffAhead("2026-11-16T14:00:00Z", now)).toBeUndefined();
  expect(cutoffAhead(null, now)).toBeUndefined();
});
