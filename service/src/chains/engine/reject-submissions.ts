import { addMs } from "../../kernel/instant.ts";
import {
  type Attempt,
  dropAttempts,
  insertAttempts,
  markAttemptsRejected,
  type NewAttempt,
} from "./attempt-store.ts";
import { type EngineDeps, maxFailures } from "./engine-deps.ts";
import { requeue } from "./requeue.ts";
import { failedOutcome, settleWork } from "./settle-work.ts";
import { selectWork } from "./work-store.ts";

export interface Rejected {
  readonly attempt: Attempt;
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
    ({ attempt }) => attempt.rejected === undefined && !attempt.isCancelTransaction,
  );
  if (newlyRejected.length === 0) return;
  reportAll(deps, newlyRejected);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markAttemptsRejected(tx, newlyRejected);
    await insertAttempts(tx, chain.key, newlyRejected.flatMap(cancelTransactionOf), clock.now());
  });
}

/** It could not be signed, so no bytes exist: a no-op transaction uses its nonce, and the operation is retried. */
export async function giveUp(deps: EngineDeps, unsigned: readonly Rejected[]): Promise<void> {
  if (unsigned.length === 0) return;
  reportAll(deps, unsigned);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await dropAttempts(
      tx,
      unsigned.map(({ attempt }) => ({ attempt, because: "unsigned" })),
    );
    await insertAttempts(tx, chain.key, unsigned.flatMap(cancelTransactionOf), clock.now());
  });
  await tryAgainOrFail(
    deps,
    unsigned.filter(({ attempt }) => attempt.sequence === undefined),
  );
}

function reportAll({ report }: EngineDeps, rejected: readonly Rejected[]): void {
  for (const { attempt, detail } of rejected) report({ type: "rejected", workId: attempt.workId, detail });
}

function cancelTransactionOf({ attempt }: Rejected): readonly NewAttempt[] {
  return attempt.sequence === undefined ? [] : [{ ...attempt, isCancelTransaction: true }];
}

/** The operation fails after `maxFailures`. */
export async function tryAgainOrFail(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return;
  const details = new Map(rejected.map(({ attempt, detail }) => [attempt.workId, detail]));
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
