import { expect, test } from "vitest";
import { bankDate } from "./bank-date.ts";
import { returnDeadline } from "./return-deadline.ts";

test.each(["R01", "R02", "R03", "R08", "R09", "R16", "R29"])("%s has two banking days", (code) => {
  // Thursday is Thanksgiving.
  expect(returnDeadline(code, bankDate("2026-11-25"))).toBe("2026-11-30");
});

test.each(["R05", "R07", "R10", "R11", "R51"])(
  "%s has sixty calendar days and the banking day after them",
  (code) => {
    // The sixtieth day is a Sunday, and the next Monday is a holiday.
    expect(returnDeadline(code, bankDate("2026-11-18"))).toBe("2027-01-19");
    expect(returnDeadline(code, bankDate("2026-06-01"))).toBe("2026-08-03");
  },
);

test("a dishonored return has five banking days, an agreed return has no deadline", () => {
  expect(returnDeadline("R69", bankDate("2026-11-18"))).toBe("2026-11-25");
  expect(returnDeadline("R06", bankDate("2026-11-18"))).toBeUndefined();
});
