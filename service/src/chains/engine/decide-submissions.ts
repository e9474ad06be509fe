import { assert } from "../../kernel/assert.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { FailureReason, TransactionStatus } from "../chain.ts";
import type { Submission } from "./submission-store.ts";

/**
 * What the statuses of all sent transactions mean, as lists to write. A submission is in one of them at most; an
 * operation can have several submissions.
 */
export interface SubmissionDecisions {
  /** Took effect, and their block is final. At most one per operation: the chain includes one transaction of a nonce. */
  readonly succeeded: readonly Submission[];
  /** Their block is final, and they had no effect. */
  readonly failed: readonly FailedSubmission[];
  /** Whether any of the lists below is not empty. */
  readonly hasChanges: boolean;
  readonly included: readonly IncludedSubmission[];
  /** Their block was reorged. */
  readonly reorged: readonly Submission[];
  /** The chain reports for the first time that they can never be included; or it no longer reports that. */
  readonly suspected: readonly Submission[];
  readonly trusted: readonly Submission[];
  /** Underpriced for too long. */
  readonly repriced: readonly Submission[];
  readonly dead: readonly DeadSubmission[];
  /** The latest dead submission of each operation without a live one; the operation gets a new submission. */
  readonly orphaned: readonly DeadSubmission[];
  readonly resend: readonly Submission[];
}

export interface FailedSubmission {
  readonly submission: Submission;
  readonly reason: FailureReason;
  readonly detail: string;
}

export interface IncludedSubmission {
  readonly submission: Submission;
  readonly height: bigint;
  readonly blockHash: string;
}

export interface DeadSubmission {
  readonly submission: Submission;
  readonly because: "expired" | "replaced";
}

export interface Patience {
  readonly resendAfterMs: number;
  /** How long the first transaction waits before the fee is raised; the wait doubles with each replacement. */
  readonly repriceAfterMs: number;
  /** Time between the two checks that must both report that a transaction can never be included. */
  readonly secondLookMs: number;
}

interface DecisionContext {
  readonly live: readonly Submission[];
  readonly now: Instant;
  readonly patience: Patience;
}

/** Pure. `statuses` are those of `sent`, in its order. */
export function decideSubmissions(
  sent: readonly Submission[],
  statuses: readonly TransactionStatus[],
  { live, now, patience }: DecisionContext,
): SubmissionDecisions {
  const latest = latestNumbers(live);
  const all = sent.map((submission, place): Decided => {
    const status = statuses[place];
    assert(status !== undefined, "a chain returns a status for each query");
    const isLatest = latest.get(submission.workId) === submission.number;
    return { submission, decision: evaluateStatus(submission, status, { now, isLatest, patience }) };
  });
  const ends = endsOf(all);
  const open = all.filter(({ submission }) => !ends.has(submission.workId));
  const submissionsOf = (...types: readonly Decision["type"][]): readonly Submission[] =>
    open.filter(({ decision }) => types.includes(decision.type)).map(({ submission }) => submission);
  const changes = {
    included: open.flatMap(newlyIncluded),
    reorged: submissionsOf("reorged"),
    suspected: submissionsOf("suspect_dropped"),
    trusted: submissionsOf("trust"),
    repriced: submissionsOf("reprice"),
    dead: open.flatMap(({ submission, decision }) =>
      decision.type === "dead" ? [{ submission, because: decision.because }] : [],
    ),
  };
  return {
    ...changes,
    ...splitEnds([...ends.values()]),
    hasChanges: Object.values(changes).some(({ length }) => length > 0),
    orphaned: lastDeadOfOrphans(changes.dead, live),
    resend: submissionsOf("resend", "reorged"),
  };
}

function latestNumbers(submissions: readonly Submission[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { workId, number } of submissions) {
    latest.set(workId, Math.max(number, latest.get(workId) ?? 0));
  }
  return latest;
}

interface Decided {
  readonly submission: Submission;
  readonly decision: Decision;
}

type Decision =
  | { readonly type: "wait" | "succeeded" | "reorged" | "suspect_dropped" | "trust" | "reprice" | "resend" }
  | { readonly type: "failed"; readonly reason: FailureReason; readonly detail: string }
  | { readonly type: "included"; readonly height: bigint; readonly blockHash: string }
  | { readonly type: "dead"; readonly because: "expired" | "replaced" };

interface EvaluationContext {
  readonly now: Instant;
  readonly isLatest: boolean;
  readonly patience: Patience;
}

function evaluateStatus(
  submission: Submission,
  status: TransactionStatus,
  context: EvaluationContext,
): Decision {
  const { suspectedDroppedAt } = submission;
  switch (status.state) {
    case "included":
      if (!status.isFinal) {
        return { type: "included", height: status.height, blockHash: status.blockHash };
      }
      return status.outcome.ok
        ? { type: "succeeded" }
        : { type: "failed", reason: status.outcome.reason, detail: status.outcome.detail };
    case "expired":
    case "replaced":
      if (suspectedDroppedAt === undefined) return { type: "suspect_dropped" };
      if (context.now - suspectedDroppedAt < context.patience.secondLookMs) return { type: "wait" };
      return { type: "dead", because: status.state };
    case "absent":
      return evaluateAbsent(submission, context);
  }
}

function evaluateAbsent(submission: Submission, { now, isLatest, patience }: EvaluationContext): Decision {
  if (submission.state === "included") return { type: "reorged" };
  if (submission.suspectedDroppedAt !== undefined) return { type: "trust" };
  const { sentAt, firstSentAt } = submission;
  if (sentAt === undefined || firstSentAt === undefined) return { type: "resend" };
  const mayReplace = submission.sequence !== undefined && isLatest;
  if (mayReplace && now - firstSentAt >= repriceAfter(submission, patience)) return { type: "reprice" };
  return now - sentAt >= patience.resendAfterMs ? { type: "resend" } : { type: "wait" };
}

const maxDoublings = 4;

/** Bounded, because an unused nonce blocks all later ones. The adapter caps the fee. */
function repriceAfter({ number }: Submission, { repriceAfterMs }: Patience): number {
  return repriceAfterMs * 2 ** Math.min(number - 1, maxDoublings);
}

/** At most one per operation, a success before a failure. */
function endsOf(all: readonly Decided[]): ReadonlyMap<string, Decided> {
  const ends = new Map<string, Decided>();
  for (const decided of all) {
    const { workId } = decided.submission;
    const { type } = decided.decision;
    if (type === "succeeded" || (type === "failed" && !ends.has(workId))) ends.set(workId, decided);
  }
  return ends;
}

/** A cancel transaction that is final has used up the nonce of a transaction that every node rejected. */
function splitEnds(ends: readonly Decided[]): Pick<SubmissionDecisions, "succeeded" | "failed"> {
  const succeeded: Submission[] = [];
  const failed: FailedSubmission[] = [];
  for (const { submission, decision } of ends) {
    if (decision.type === "failed") {
      failed.push({ submission, reason: decision.reason, detail: decision.detail });
    } else if (submission.isCancelTransaction) {
      failed.push({ submission, reason: "rejected", detail: "every node rejected the transaction" });
    } else succeeded.push(submission);
  }
  return { succeeded, failed };
}

function newlyIncluded({ submission, decision }: Decided): readonly IncludedSubmission[] {
  if (decision.type !== "included") return [];
  if (submission.state === "included" && submission.suspectedDroppedAt === undefined) return [];
  return [{ submission, height: decision.height, blockHash: decision.blockHash }];
}

function lastDeadOfOrphans(
  dead: readonly DeadSubmission[],
  live: readonly Submission[],
): readonly DeadSubmission[] {
  const deadSubmissions = new Set(dead.map(({ submission }) => submission));
  const alive = new Set(
    live.filter((submission) => !deadSubmissions.has(submission)).map(({ workId }) => workId),
  );
  const last = new Map<string, DeadSubmission>();
  for (const entry of dead) {
    const { workId, number } = entry.submission;
    const earlier = last.get(workId);
    if (!alive.has(workId) && (earlier === undefined || earlier.submission.number < number))
      last.set(workId, entry);
  }
  return [...last.values()];
}

const firstRestMs = 1_000;
const maxRestMs = 60_000;

/** Exponential backoff by the number of submissions. */
export function restAfter(submissions: number, now: Instant): Instant {
  return addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(submissions - 1, 10)));
}
