import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { isRefusal } from "../kernel/refusal.ts";
import { resolvePeriod } from "./period.ts";
import { cadences, coveredPeriod, nextDue } from "./schedule.ts";

const zone = fc.constantFrom("UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia");
const moment = fc.integer({ min: 3 * 366 * 86_400_000, max: 2_100_000_000_000 }).map(instantFromMs);

test("the report that is next due covers the period that this moment is in, up to its end", () => {
  fc.assert(
    fc.property(zone, moment, fc.constantFrom(...cadences), (timeZone, now, cadence) => {
      const due = nextDue(cadence, timeZone, now);
      expect(due).toBeGreaterThan(now);
      const covered = resolvePeriod({ period: coveredPeriod[cadence], timeZone }, due);
      if (isRefusal(covered)) throw new Error(covered.detail);
      expect(covered.to).toBe(due);
      expect(covered.from).toBeLessThanOrEqual(now);
    }),
  );
});
