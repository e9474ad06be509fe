import { addMs } from "../../kernel/instant.ts";
import { type EngineDeps, maxFailures } from "./engine-deps.ts";
import { requeue } from "./requeue.ts";
import { failedOutcome, settleWork } from "./settle-work.ts";
import {
  dropSubmissions,
  insertSubmissions,
  markSubmissionsRejected,
  type NewSubmission,
  type Submission,
} from "./submission-store.ts";
import { selectWork } from "./work-store.ts";

export interface Rejected {
  readonly submission: Submission;
  readonly detail: string;
}

const tryAgainMs = 1_000;

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
    await markSubmissionsRejected(tx, newlyRejected);
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
      unsigned.map(({ submission }) => ({ submission, because: "unsigned" })),
    );
    await insertSubmissions(tx, chain.key, unsigned.flatMap(cancelTransactionOf), clock.now());
  });
  await tryAgainOrFail(
    deps,
    unsigned.filter(({ submission }) => submission.sequence === undefined),
  );
}

function reportAll({ report }: EngineDeps, rejected: readonly Rejected[]): void {
  for (const { submission, detail } of rejected)
    report({ type: "rejected", workId: submission.workId, detail });
}

function cancelTransactionOf({ submission }: Rejected): readonly NewSubmission[] {
  return submission.sequence === undefined ? [] : [{ ...submission, isCancelTransaction: true }];
}

/** The operation fails after `maxFailures`. */
export async function tryAgainOrFail(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return;
  const details = new Map(rejected.map(({ submission, detail }) => [submission.workId, detail]));
  const work = await selectWork(deps.database, [...details.keys()]);
  const isLast = (failures: number): boolean => failures + 1 >= maxFailures;
  const notBefore = addMs(deps.clock.now(), tryAgainMs);
  await requeue(
    deps,
    work.filter(({ failures }) => !isLast(failures)).map(({ id }) => ({ id, hasFailed: true, notBefore })),
  );
  const failed = work.filter(({ failures }) => isLast(failures));
  await settleWork(
    deps,
    failed.map(({ id }) => ({
      workId: id,
      outcome: failedOutcome("rejected", details.get(id) ?? "", undefined),
    })),
  );
}
