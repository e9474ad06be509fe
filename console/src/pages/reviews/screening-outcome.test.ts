import { expect, test } from "vitest";
import { screeningOutcome } from "./screening-outcome.ts";

const steps = (...newestFirst: readonly string[]) => newestFirst.map((event) => ({ event }));

test("a hit is under review while the review is open, cleared after approval, and a hit after rejection", () => {
  const found = steps("screened_hit");
  for (const stage of ["documents_required", "in_review"]) {
    expect(screeningOutcome({ outcome: "hit", stage, steps: found })).toEqual({
      status: "under review",
      tone: "waiting",
    });
  }
  const approved = steps("reviewer_approved", "screened_hit");
  expect(screeningOutcome({ outcome: "hit", stage: "complete", steps: approved })).toEqual({
    status: "hit, cleared",
    tone: "good",
  });
  const rejected = steps("reviewer_rejected", "screened_hit");
  expect(screeningOutcome({ outcome: "hit", stage: "rejected", steps: rejected })).toEqual({
    status: "hit",
    tone: "bad",
  });
});

test("a hit of a later list version on a complete account is under review until it is cleared", () => {
  const later = steps("screened_hit", "reviewer_approved", "screened_hit");
  const open = { outcome: "hit", stage: "complete", steps: later } as const;
  expect(screeningOutcome(open).status).toBe("under review");
  const cleared = [...steps("reviewer_cleared_hit"), ...later];
  expect(screeningOutcome({ ...open, steps: cleared }).status).toBe("hit, cleared");
});

test("a subject without hits is clear in every review state", () => {
  for (const stage of ["in_review", "complete", "rejected"]) {
    expect(screeningOutcome({ outcome: "clear", stage, steps: [] }).status).toBe("clear");
  }
});
