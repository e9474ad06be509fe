import { addMs } from "../../kernel/instant.ts";
import {
  type Attempt,
  buryAttempts,
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
 * A node would not take it. The bytes have left all the same, and another node may have them: it is watched until the
 * chain says that it can never come. Meanwhile a filler uses its sequence, or all behind it would wait for ever.
 */
export async function noteRejected(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
  const news = rejected.filter(({ attempt }) => attempt.rejected === undefined && !attempt.isFiller);
  if (news.length === 0) return;
  reportAll(deps, news);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await markAttemptsRejected(tx, news);
    await insertAttempts(tx, chain.key, news.flatMap(fillerOf), clock.now());
  });
}

/** It could not be signed, so nothing of it exists: its sequence is used by a filler, and the rest is tried again. */
export async function giveUp(deps: EngineDeps, unsigned: readonly Rejected[]): Promise<void> {
  if (unsigned.length === 0) return;
  reportAll(deps, unsigned);
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await buryAttempts(
      tx,
      unsigned.map(({ attempt }) => ({ attempt, because: "unsigned" })),
    );
    await insertAttempts(tx, chain.key, unsigned.flatMap(fillerOf), clock.now());
  });
  await tryAgainOrFail(
    deps,
    unsigned.filter(({ attempt }) => attempt.sequence === undefined),
  );
}

function reportAll({ report }: EngineDeps, rejected: readonly Rejected[]): void {
  for (const { attempt, detail } of rejected) report({ type: "rejected", workId: attempt.workId, detail });
}

function fillerOf({ attempt }: Rejected): readonly NewAttempt[] {
  return attempt.sequence === undefined ? [] : [{ ...attempt, isFiller: true }];
}

/** After a few times the work has failed. */
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
