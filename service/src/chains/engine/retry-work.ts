import { addMs } from "../../kernel/instant.ts";
import type { CheckOutcome, FailureReason } from "../chain.ts";
import { type EngineDeps, lookAgainMs, maxFailures } from "./engine-deps.ts";
import { settleWork } from "./settle-work.ts";
import {
  countSubmissions,
  dropSubmissions,
  dropSubmissionsOf,
  insertSubmissions,
  markSubmissionsRejected,
  type NewSubmission,
  reviveSubmissions,
  type Submission,
} from "./submission-store.ts";
import { noteRefused, requeueWork, type StoredWork, selectWork, updateWorkStates } from "./work-store.ts";

export interface FailedWork {
  readonly workId: string;
  readonly reason: FailureReason;
  readonly detail: string;
  /** Of a transaction that is final and had no effect: none of the operation's other ones can be included. */
  readonly final?: { readonly transactionId: string | undefined };
}

const tryAgainMs = 1_000;

/**
 * None of its transactions can be included any more, so another one is safe. The next check shows whether it can
 * succeed now; the operation fails after `maxFailures`. Returns how many were requeued or settled.
 */
export async function retryOrFail(deps: EngineDeps, failed: readonly FailedWork[]): Promise<number> {
  if (failed.length === 0) return 0;
  const failures = new Map(failed.map((failure) => [failure.workId, failure]));
  const work = await selectWork(deps.database, [...failures.keys()]);
  // A used reference was used by an earlier submission: the next check finds out by which one.
  const canRetry = ({ id, failures: before }: StoredWork): boolean =>
    before + 1 < maxFailures || failures.get(id)?.reason === "reference_used";
  const retried = work.filter(canRetry).map(({ id }) => id);
  const { database, lease, clock } = deps;
  const now = clock.now();
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const final = retried.filter((id) => failures.get(id)?.final !== undefined);
    await dropSubmissionsOf(tx, { workId: final, deadBecause: "failed" });
    const notBefore = addMs(now, tryAgainMs);
    await requeueWork(
      tx,
      retried.map((id) => ({ id, hasFailed: true, notBefore })),
      now,
    );
  });
  const exhausted = work.flatMap((row) => (canRetry(row) ? [] : (failures.get(row.id) ?? [])));
  const settled = await settleWork(
    deps,
    exhausted.map(({ workId, reason, detail, final }) => ({
      workId,
      outcome: { ok: false, reason, detail, transactionId: final?.transactionId },
    })),
  );
  return retried.length + settled;
}

export interface Rejected {
  readonly submission: Submission;
  readonly detail: string;
}

/**
 * A node rejected it. Another node may have the bytes anyway, so the transaction is watched until the chain reports
 * that it can never be included. Meanwhile a no-op transaction uses its nonce; otherwise all later nonces would be
 * blocked.
 */
export async function noteRejected(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
  const newlyRejected = rejected.filter(
    ({ submission }) => submission.rejected === undefined && !submission.isCancelTransaction,
  );
  if (newlyRejected.length === 0) return;
  reportAll(deps, newlyRejected);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markSubmissionsRejected(
      tx,
      newlyRejected.map(({ submission, detail }) => ({ ...submission, rejected: detail })),
    );
    await insertSubmissions(tx, chain.key, newlyRejected.flatMap(cancelTransactionOf), clock.now());
  });
}

/** It could not be signed, so no bytes exist: a no-op transaction uses its nonce, and the operation is retried. */
export async function giveUp(deps: EngineDeps, unsigned: readonly Rejected[]): Promise<void> {
  if (unsigned.length === 0) return;
  reportAll(deps, unsigned);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await dropSubmissions(
      tx,
      unsigned.map(({ submission }) => ({ ...submission, deadBecause: "unsigned" })),
    );
    await insertSubmissions(tx, chain.key, unsigned.flatMap(cancelTransactionOf), clock.now());
  });
  await retryOrFail(
    deps,
    unsigned.flatMap(({ submission: { workId, sequence }, detail }) =>
      sequence === undefined ? [{ workId, reason: "rejected" as const, detail }] : [],
    ),
  );
}

function reportAll({ report }: EngineDeps, rejected: readonly Rejected[]): void {
  for (const { submission, detail } of rejected)
    report({ type: "rejected", workId: submission.workId, detail });
}

function cancelTransactionOf({ submission }: Rejected): readonly NewSubmission[] {
  return submission.sequence === undefined ? [] : [{ ...submission, isCancelTransaction: true }];
}

export interface RefusedWork {
  readonly work: StoredWork;
  readonly refusal: Extract<CheckOutcome, { readonly ok: false }>;
}

const checkAgainMs = 1_000;

/**
 * Operations whose check failed: a node may be behind, or an earlier transaction took effect, or the operation has
 * failed. Returns how many could not be settled.
 */
export async function handleRefused(deps: EngineDeps, refused: readonly RefusedWork[]): Promise<number> {
  if (refused.length === 0) return 0;
  const used = refused.filter(({ refusal }) => refusal.reason === "reference_used");
  const revived = await reviveEarlier(
    deps,
    used.map(({ work }) => work.id),
  );
  const unresolved = refused.filter(({ work }) => !revived.has(work.id));
  const { database, lease, clock, patience } = deps;
  const now = clock.now();
  // The node may be behind: a failed check counts only after it has failed for a while.
  const isFresh = ({ refusedAt = now }: StoredWork): boolean => now - refusedAt < patience.checkGraceMs;
  const old = unresolved.filter(({ work }) => !isFresh(work));
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    const fresh = unresolved.filter(({ work }) => isFresh(work)).map(({ work }) => work.id);
    await noteRefused(tx, fresh, { now, notBefore: addMs(now, checkAgainMs) });
    const kept = old.filter(hasTakenEffect).map(({ work }) => work.id);
    await noteRefused(tx, kept, { now, notBefore: addMs(now, lookAgainMs) });
  });
  for (const { work } of old.filter(hasTakenEffect)) deps.report({ type: "unknown-effect", workId: work.id });
  const ended = old.filter((refusedWork) => !hasTakenEffect(refusedWork));
  const settled = await settleWork(
    deps,
    ended.map(({ work, refusal: { reason, detail } }) => ({
      workId: work.id,
      outcome: { ok: false, reason, detail, transactionId: undefined },
    })),
  );
  return ended.length - settled;
}

/**
 * By a transaction that the database does not know: one that was sent before a restore and included after the recovery.
 * To fail the operation would refund what was delivered. It waits until the transaction is adopted.
 */
function hasTakenEffect({ work, refusal }: RefusedWork): boolean {
  return refusal.reason === "reference_used" && work.operation.kind !== "deploy";
}

/** The chain reports the reference as used, so an earlier transaction that was dropped must have been included. */
async function reviveEarlier(
  { database, lease, clock, report }: EngineDeps,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (workIds.length === 0) return new Set();
  const submissions = await countSubmissions(database, workIds);
  const tried = workIds.filter((id) => (submissions.get(id) ?? 0) > 0);
  const revived = await database.transaction(async (tx) => {
    await lease.fence(tx);
    const ids = await reviveSubmissions(tx, tried);
    await updateWorkStates(tx, "sending", [...ids], clock.now());
    return ids;
  });
  for (const workId of revived)
    report({ type: "tried-again", workId, because: "reference is already used on the chain" });
  return revived;
}
