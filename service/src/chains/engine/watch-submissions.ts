import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import { addMs, type Instant } from "../../kernel/instant.ts";
import type { FailureReason } from "../chain.ts";
import { batchSize, type EngineDeps, maxFailures } from "./engine-deps.ts";
import { type Decision, evaluateStatus } from "./evaluate-status.ts";
import { tryAgainOrFail } from "./reject-submissions.ts";
import type { Requeued } from "./requeue.ts";
import type { SenderQueueAddresses } from "./sender-queue-addresses.ts";
import { type EndedWork, failedOutcome, settleWork } from "./settle-work.ts";
import {
  clearSuspectedDropped,
  dropSubmissions,
  dropSubmissionsOf,
  insertSubmissions,
  markSubmissionsIncluded,
  markSubmissionsReorged,
  markSubmissionsSuspectedDropped,
  type Submission,
} from "./submission-store.ts";
import { requeueWork, type StoredWork, selectWork, updateWorkStates } from "./work-store.ts";

interface Evaluated {
  readonly submission: Submission;
  readonly decision: Decision;
}

/** Result of one status check of everything in flight. */
export interface Watched {
  /** Whether anything changed. */
  readonly hasUpdate: boolean;
  /** Submissions to send again. */
  readonly resend: ReadonlySet<Submission>;
}

const firstRestMs = 1_000;
const maxRestMs = 60_000;

/** Reads the status of everything that was sent from the chain, and acts on it. */
export async function watchSubmissions(
  deps: EngineDeps,
  live: readonly Submission[],
  addresses: SenderQueueAddresses,
): Promise<Watched> {
  const sent = live.filter(({ state }) => state === "sent" || state === "included");
  if (sent.length === 0) return { hasUpdate: false, resend: new Set() };
  const evaluated = await evaluateAll(deps, { sent, live }, addresses);
  await deps.checkpoint("looked");
  const ends = endsOf(evaluated);
  const ended = new Set(ends.map(({ submission }) => submission.workId));
  const open = evaluated.filter(({ submission }) => !ended.has(submission.workId));
  const changes = open.filter(({ submission, decision }) => isChange(submission, decision));
  if (changes.length > 0) await recordChanges(deps, changes, live);
  await deps.checkpoint("noted");
  const endedCount = await settleEnds(deps, ends);
  return {
    hasUpdate: endedCount > 0 || changes.length > 0,
    resend: new Set(open.filter(({ decision }) => isResend(decision)).map(({ submission }) => submission)),
  };
}

async function evaluateAll(
  { chain, clock, patience }: EngineDeps,
  { sent, live }: { readonly sent: readonly Submission[]; readonly live: readonly Submission[] },
  addresses: SenderQueueAddresses,
): Promise<readonly Evaluated[]> {
  const latest = latestNumbers(live);
  const evaluated: Evaluated[] = [];
  for (let from = 0; from < sent.length; from += batchSize) {
    const chunk = sent.slice(from, from + batchSize);
    const questions = await Promise.all(chunk.map((submission) => questionOf(submission, addresses)));
    const statuses = await chain.statuses(questions);
    assert(statuses.length === chunk.length, "a chain returns a status for each query");
    chunk.forEach((submission, place) => {
      const status = statuses[place];
      assert(status !== undefined, "a chain returns a status for each query");
      const isLatest = latest.get(submission.workId) === submission.number;
      evaluated.push({
        submission,
        decision: evaluateStatus(submission, status, { now: clock.now(), isLatest, patience }),
      });
    });
  }
  return evaluated;
}

async function questionOf(submission: Submission, addresses: SenderQueueAddresses) {
  const { transactionId, expiresAtHeight, sequence } = submission;
  assert(transactionId !== undefined, "a sent transaction has an id");
  const key = { role: submission.senderRole, index: submission.senderIndex };
  return { transactionId, expiresAtHeight, senderQueue: { key, address: await addresses.of(key), sequence } };
}

function latestNumbers(submissions: readonly Submission[]): ReadonlyMap<string, number> {
  const latest = new Map<string, number>();
  for (const { workId, number } of submissions) {
    latest.set(workId, Math.max(number, latest.get(workId) ?? 0));
  }
  return latest;
}

type End = {
  readonly submission: Submission;
  readonly decision: Extract<Decision, { type: "succeeded" | "failed" }>;
};

/** At most one per operation: of transactions with the same nonce, the chain includes one. */
function endsOf(evaluated: readonly Evaluated[]): readonly End[] {
  const ends = new Map<string, End>();
  for (const { submission, decision } of evaluated) {
    if (decision.type === "succeeded") ends.set(submission.workId, { submission, decision });
    if (decision.type === "failed" && !ends.has(submission.workId))
      ends.set(submission.workId, { submission, decision });
  }
  return [...ends.values()];
}

function isChange(submission: Submission, { type }: Decision): boolean {
  switch (type) {
    case "included":
      return submission.state !== "included" || submission.suspectedDroppedAt !== undefined;
    case "reorged":
    case "suspect_dropped":
    case "trust":
    case "dead":
    case "reprice":
      return true;
    case "wait":
    case "resend":
    case "succeeded":
    case "failed":
      return false;
  }
}

function isResend({ type }: Decision): boolean {
  return type === "resend" || type === "reorged";
}

/** Records status changes of operations that are not final. */
async function recordChanges(
  deps: EngineDeps,
  changes: readonly Evaluated[],
  live: readonly Submission[],
): Promise<void> {
  const submissionsOf = (type: Decision["type"]): readonly Submission[] =>
    changes.filter(({ decision }) => decision.type === type).map(({ submission }) => submission);
  const dead = changes.flatMap(({ submission, decision }) =>
    decision.type === "dead" ? [{ submission, because: decision.because }] : [],
  );
  const orphaned = lastDeadOfOrphans(dead, live);
  const { database, lease, clock, chain, report } = deps;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await recordIncluded(tx, changes, now);
    await markSubmissionsReorged(tx, submissionsOf("reorged"));
    await updateWorkStates(
      tx,
      submissionsOf("reorged").map(({ workId }) => ({ id: workId, state: "sending" as const })),
      now,
    );
    await markSubmissionsSuspectedDropped(tx, submissionsOf("suspect_dropped"), now);
    await clearSuspectedDropped(tx, submissionsOf("trust"));
    await insertSubmissions(tx, chain.key, submissionsOf("reprice"), now);
    await dropSubmissions(tx, dead);
    await requeueWork(
      tx,
      orphaned.filter(({ submission }) => submission.rejected === undefined).map(requeueAfterBackoff(now)),
      now,
    );
  });
  const rejected = orphaned.flatMap(({ submission }) =>
    submission.rejected === undefined ? [] : [{ submission, detail: submission.rejected }],
  );
  await tryAgainOrFail(deps, rejected);
  for (const { workId } of submissionsOf("reorged")) report({ type: "reorged", workId });
  for (const { workId, number } of submissionsOf("reprice"))
    report({ type: "repriced", workId, submissions: number });
  for (const { submission, because } of dead)
    report({ type: "tried-again", workId: submission.workId, because });
}

async function recordIncluded(tx: Transaction, changes: readonly Evaluated[], now: Instant): Promise<void> {
  const included = changes.flatMap(({ submission, decision }) =>
    decision.type === "included"
      ? [{ submission, height: decision.height, blockHash: decision.blockHash }]
      : [],
  );
  await markSubmissionsIncluded(tx, included);
  await updateWorkStates(
    tx,
    included.map(({ submission }) => ({ id: submission.workId, state: "included" as const })),
    now,
  );
}

interface Dead {
  readonly submission: Submission;
  readonly because: "expired" | "replaced";
}

/** The latest dead submission of each operation without a live one; the operation gets a new submission. */
function lastDeadOfOrphans(dead: readonly Dead[], live: readonly Submission[]): readonly Dead[] {
  const deadSubmissions = new Set(dead.map(({ submission }) => submission));
  const alive = new Set(
    live.filter((submission) => !deadSubmissions.has(submission)).map(({ workId }) => workId),
  );
  const last = new Map<string, Dead>();
  for (const entry of dead) {
    const { workId, number } = entry.submission;
    const earlier = last.get(workId);
    if (!alive.has(workId) && (earlier === undefined || earlier.submission.number < number))
      last.set(workId, entry);
  }
  return [...last.values()];
}

/** Exponential backoff by the number of submissions. */
function requeueAfterBackoff(now: Instant): (dead: Dead) => Requeued {
  return ({ submission: { workId, number } }) => ({
    id: workId,
    hasFailed: false,
    notBefore: addMs(now, Math.min(maxRestMs, firstRestMs * 2 ** Math.min(number - 1, 10))),
  });
}

/** Returns how many operations were settled or requeued; the rest could not be settled yet. */
async function settleEnds(deps: EngineDeps, ends: readonly End[]): Promise<number> {
  const succeeded = ends.flatMap(({ submission, decision }): EndedWork[] => {
    const { transactionId, contract } = submission;
    if (decision.type !== "succeeded" || submission.isCancelTransaction || transactionId === undefined)
      return [];
    return [{ workId: submission.workId, outcome: { ok: true, transactionId, contract } }];
  });
  const settled = await settleWork(deps, succeeded);
  const unsuccessful = ends.flatMap(({ submission, decision }) => {
    if (decision.type === "failed") return [{ submission, failure: decision }];
    return submission.isCancelTransaction ? [{ submission, failure: nonceUsedUp }] : [];
  });
  return settled + (await retryOrFail(deps, unsuccessful));
}

interface Failure {
  readonly reason: FailureReason;
  readonly detail: string;
}

const nonceUsedUp: Failure = { reason: "rejected", detail: "every node rejected the transaction" };

/**
 * The transaction is final and had no effect, so another one is safe. The next check shows whether it can succeed now;
 * the operation fails after `maxFailures`.
 */
async function retryOrFail(
  deps: EngineDeps,
  unsuccessful: readonly { readonly submission: Submission; readonly failure: Failure }[],
): Promise<number> {
  if (unsuccessful.length === 0) return 0;
  const failures = new Map(
    unsuccessful.map(({ submission, failure }) => [submission.workId, { submission, failure }]),
  );
  const work = await selectWork(deps.database, [...failures.keys()]);
  // A used reference was used by an earlier submission: the next check finds out by which one.
  const canRetry = ({ id, failures: before }: StoredWork): boolean =>
    before + 1 < maxFailures || failures.get(id)?.failure.reason === "reference_used";
  const retried = work.filter(canRetry).map(({ id }) => id);
  const { database, lease, clock } = deps;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await dropSubmissionsOf(tx, retried, "failed");
    await requeueWork(
      tx,
      retried.map((id) => ({ id, hasFailed: true, notBefore: addMs(now, firstRestMs) })),
      now,
    );
  });
  const exhausted = work.filter(({ id }) => !retried.includes(id));
  const failed = await settleWork(
    deps,
    exhausted.flatMap(({ id }) => {
      const last = failures.get(id);
      if (last === undefined) return [];
      const { reason, detail } = last.failure;
      return [{ workId: id, outcome: failedOutcome(reason, detail, last.submission.transactionId) }];
    }),
  );
  return retried.length + failed;
}
