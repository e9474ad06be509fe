import { expect, test } from "vitest";
import { possibleDecisions } from "./possible-decisions.ts";

const inReview = {
  state: { stage: "in_review", hasOpenHit: true },
  isScreened: true,
  network: "mainnet",
} as const;
const standard = { selfAttested: false };

test("on an account under review a person approves, rejects or asks for documents", () => {
  expect(possibleDecisions(inReview, standard)).toEqual(["approve", "reject", "request_documents"]);
});

test("nobody asks for documents where none can be sent", () => {
  expect(possibleDecisions({ ...inReview, network: "testnet" }, standard)).toEqual(["approve", "reject"]);
  expect(possibleDecisions(inReview, { selfAttested: true })).toEqual(["approve", "reject"]);
});

test("an account that was renamed is not approved before it is screened again", () => {
  expect(possibleDecisions({ ...inReview, isScreened: false }, standard)).not.toContain("approve");
});

test("on an alert there is only its clearing, and on what is over there is nothing", () => {
  const alert = { ...inReview, state: { stage: "complete", hasOpenHit: true } } as const;
  expect(possibleDecisions(alert, standard)).toEqual(["clear_hit"]);
  const over = { ...inReview, state: { stage: "complete", hasOpenHit: false } } as const;
  expect(possibleDecisions(over, standard)).toEqual([]);
});
