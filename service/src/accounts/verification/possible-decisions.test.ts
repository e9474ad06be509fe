import { expect, test } from "vitest";
import { possibleDecisions } from "./possible-decisions.ts";

const inReview = {
  state: { stage: "in_review", hasOpenHit: true },
  isScreened: true,
} as const;
const standard = { selfAttested: false };

test("on an account under review a reviewer can approve, reject or request documents", () => {
  expect(possibleDecisions(inReview, standard)).toEqual(["approve", "reject", "request_documents"]);
});

test("documents cannot be requested if they cannot be sent", () => {
  expect(possibleDecisions(inReview, { selfAttested: true })).toEqual(["approve", "reject"]);
});

test("a renamed account cannot be approved before it is screened again", () => {
  expect(possibleDecisions({ ...inReview, isScreened: false }, standard)).not.toContain("approve");
});

test("an alert can only be cleared, and a finished review has no decisions", () => {
  const alert = { ...inReview, state: { stage: "complete", hasOpenHit: true } } as const;
  expect(possibleDecisions(alert, standard)).toEqual(["clear_hit"]);
  const over = { ...inReview, state: { stage: "complete", hasOpenHit: false } } as const;
  expect(possibleDecisions(over, standard)).toEqual([]);
});
