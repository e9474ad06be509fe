import { expect, test } from "vitest";
import type { Decision, Review } from "./review.ts";
import { changesSince } from "./review-changes.ts";

const decision = (revision: number): Decision => ({
  revision,
  at: "2026-11-15T10:51:12.000Z",
  event: "reviewer_approved",
  from: "in_review",
  to: "complete",
  actor_type: "user",
  actor: "01JD7Q2M8W3T5V6X9YZABCDEFG",
  actor_name: "Rosa",
  reason: null,
  reason_code: null,
  provider: null,
  list_version: null,
});

const before = {
  revision: 3,
  stage: "in_review",
  name: "Acme",
  documents: [],
  decisions: [decision(3), decision(2)],
} as unknown as Review;

test("a review at the same revision has not changed", () => {
  expect(changesSince(before, { ...before })).toBeUndefined();
});

test("only decisions since the seen revision are reported", () => {
  const now = { ...before, revision: 4, stage: "complete", decisions: [decision(4), ...before.decisions] };
  expect(changesSince(before, now)).toEqual({
    decisions: [decision(4)],
    more: ["The review state changed from in review to complete."],
  });
});

test("new documents and a new name are reported", () => {
  const document = { doc_submission_id: "01JD7Q2M8W3T5V6X9YZABCDEFG" } as Review["documents"][number];
  const now = { ...before, revision: 5, name: "Acme Two", documents: [document] };
  expect(changesSince(before, now)?.more).toEqual([
    "The account was renamed and is screened again.",
    "1 document submitted.",
  ]);
});
