import type { Decision, Review } from "./review.ts";

/** Changes to a review since the reviewer saw it. */
export interface ReviewChanges {
  readonly decisions: readonly Decision[];
  /** Other changes, as sentences. */
  readonly more: readonly string[];
}

/** Undefined if nothing has changed. */
export function changesSince(before: Review, now: Review): ReviewChanges | undefined {
  if (now.revision === before.revision) return undefined;
  const decisions = now.decisions.filter(({ revision }) => revision > before.revision);
  return {
    decisions,
    more: [...stageWords(before, now), ...nameWords(before, now), ...documentWords(before, now)],
  };
}

function stageWords(before: Review, now: Review): readonly string[] {
  if (before.stage === now.stage) return [];
  return [`The review state changed from ${plain(before.stage)} to ${plain(now.stage)}.`];
}

function nameWords(before: Review, now: Review): readonly string[] {
  return before.name === now.name ? [] : ["The account was renamed and is screened again."];
}

function documentWords(before: Review, now: Review): readonly string[] {
  const known = new Set(before.documents.map(({ doc_submission_id }) => doc_submission_id));
  const added = now.documents.filter(({ doc_submission_id }) => !known.has(doc_submission_id)).length;
  if (added === 0) return [];
  return [added === 1 ? "1 document submitted." : `${added} documents submitted.`];
}

function plain(stage: string): string {
  return stage.replaceAll("_", " ");
}
