import { assert } from "../../kernel/assert.ts";
import type { TransactionStatus } from "../chain.ts";
import { decideSubmissions, restAfter, type SubmissionDecisions } from "./decide-submissions.ts";
import { batchSize, type EngineDeps } from "./engine-deps.ts";
import { retryOrFail } from "./retry-work.ts";
import { settleWork } from "./settle-work.ts";
import {
  clearSuspectedDropped,
  dropSubmissions,
  insertSubmissions,
  markSubmissionsIncluded,
  markSubmissionsReorged,
  markSubmissionsSuspectedDropped,
  type Submission,
} from "./submission-store.ts";
import { requeueWork, updateWorkStates } from "./work-store.ts";

/** Result of one status check of everything in flight. */
export interface Watched {
  /** Whether anything changed that is not final. */
  readonly hasChanges: boolean;
  readonly resend: readonly Submission[];
  readonly ends: Ends;
}

/** Submissions whose outcome is final, at most one per operation. */
export type Ends = Pick<SubmissionDecisions, "succeeded" | "failed">;

/** Reads the status of everything that was sent from the chain, and acts on what is not final. */
export async function watchSubmissions(deps: EngineDeps, live: readonly Submission[]): Promise<Watched> {
  const sent = live.filter(isSent);
  if (sent.length === 0) return { hasChanges: false, resend: [], ends: { succeeded: [], failed: [] } };
  const statuses = await readStatuses(deps, sent);
  await deps.checkpoint("looked");
  const { clock, patience } = deps;
  const decisions = decideSubmissions(sent, statuses, { live, now: clock.now(), patience });
  if (decisions.hasChanges) {
    await writeChanges(deps, decisions);
    await retryRejected(deps, decisions);
    reportChanges(deps, decisions);
  }
  await deps.checkpoint("noted");
  return { hasChanges: decisions.hasChanges, resend: decisions.resend, ends: decisions };
}

/** Reads the statuses again for what has become final; everything else waits for the next turn. */
export async function findEnds(deps: EngineDeps, live: readonly Submission[]): Promise<Ends> {
  const sent = live.filter(isSent);
  if (sent.length === 0) return { succeeded: [], failed: [] };
  const { clock, patience } = deps;
  return decideSubmissions(sent, await readStatuses(deps, sent), { live, now: clock.now(), patience });
}

function isSent({ state }: Submission): boolean {
  return state === "sent" || state === "included";
}

export function endedSubmissions({ succeeded, failed }: Ends): readonly Submission[] {
  return [...succeeded, ...failed.map(({ submission }) => submission)];
}

async function readStatuses(
  deps: EngineDeps,
  sent: readonly Submission[],
): Promise<readonly TransactionStatus[]> {
  const statuses: TransactionStatus[] = [];
  for (let from = 0; from < sent.length; from += batchSize) {
    const chunk = sent.slice(from, from + batchSize);
    const questions = await Promise.all(chunk.map((submission) => questionOf(deps, submission)));
    const found = await deps.chain.statuses(questions);
    assert(found.length === chunk.length, "a chain returns a status for each query");
    statuses.push(...found);
  }
  return statuses;
}

async function questionOf({ addressOf }: EngineDeps, submission: Submission) {
  const { transactionId, expiresAtHeight, sequence } = submission;
  assert(transactionId !== undefined, "a sent transaction has an id");
  const key = { role: submission.senderRole, index: submission.senderIndex };
  return { transactionId, expiresAtHeight, senderQueue: { key, address: await addressOf(key), sequence } };
}

/** Status changes of operations that are not final. */
async function writeChanges(deps: EngineDeps, decisions: SubmissionDecisions): Promise<void> {
  const { included, reorged, suspected, trusted, repriced, dead, orphaned } = decisions;
  const { database, lease, clock, chain } = deps;
  const now = clock.now();
  const requeued = orphaned
    .filter(({ submission }) => submission.rejected === undefined)
    .map(({ submission: { workId, number } }) => ({
      id: workId,
      hasFailed: false,
      notBefore: restAfter(number, now),
    }));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markSubmissionsIncluded(
      tx,
      included.map(({ submission, height, blockHash }) => ({
        ...submission,
        includedHeight: height,
        blockHash,
      })),
    );
    await updateWorkStates(
      tx,
      "included",
      included.map(({ submission }) => submission.workId),
      now,
    );
    await markSubmissionsReorged(tx, reorged);
    await updateWorkStates(
      tx,
      "sending",
      reorged.map(({ workId }) => workId),
      now,
    );
    await markSubmissionsSuspectedDropped(
      tx,
      suspected.map((submission) => ({ ...submission, suspectedDroppedAt: now })),
    );
    await clearSuspectedDropped(tx, trusted);
    await insertSubmissions(tx, chain.key, repriced, now);
    await dropSubmissions(
      tx,
      dead.map(({ submission, because }) => ({ ...submission, deadBecause: because })),
    );
    await requeueWork(tx, requeued, now);
  });
}

async function retryRejected(deps: EngineDeps, { orphaned }: SubmissionDecisions): Promise<void> {
  const rejected = orphaned.flatMap(({ submission: { workId, rejected: detail } }) =>
    detail === undefined ? [] : [{ workId, reason: "rejected" as const, detail }],
  );
  await retryOrFail(deps, rejected);
}

function reportChanges({ report }: EngineDeps, { reorged, repriced, dead }: SubmissionDecisions): void {
  for (const { workId } of reorged) report({ type: "reorged", workId });
  for (const { workId, number } of repriced) report({ type: "repriced", workId, submissions: number });
  for (const { submission, because } of dead)
    report({ type: "tried-again", workId: submission.workId, because });
}

/** Returns how many operations were settled or requeued; the rest could not be settled yet. */
export async function settleEnds(deps: EngineDeps, { succeeded, failed }: Ends): Promise<number> {
  const settled = await settleWork(
    deps,
    succeeded.map(({ workId, transactionId, contract }) => {
      assert(transactionId !== undefined, "a sent transaction has an id");
      return { workId, outcome: { ok: true, transactionId, contract } };
    }),
  );
  const retried = await retryOrFail(
    deps,
    failed.map(({ submission: { workId, transactionId }, reason, detail }) => ({
      workId,
      reason,
      detail,
      final: { transactionId },
    })),
  );
  return settled + retried;
}
