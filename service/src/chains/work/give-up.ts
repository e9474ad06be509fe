import { addMs } from "../../kernel/instant.ts";
import { type Attempt, buryAttempts, insertAttempts } from "./attempt-store.ts";
import { type EngineDeps, maxFailures } from "./engine-deps.ts";
import { requeue } from "./requeue.ts";
import { failedOutcome, settleWork } from "./settle-work.ts";
import { selectWork } from "./work-store.ts";

/** An attempt that never reached a node: it could not be signed, or no node would take it. */
export interface Rejected {
  readonly attempt: Attempt;
  readonly detail: string;
}

const tryAgainMs = 1_000;

/** A sequence that was set aside is used by a filler, or all behind it would wait for ever; the rest is tried again. */
export async function giveUp(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
  if (rejected.length === 0) return;
  for (const { attempt, detail } of rejected) {
    deps.report({ type: "rejected", workId: attempt.workId, detail });
  }
  const { database, lease, clock, chain } = deps;
  await database.transaction(async (tx) => {
    await lease.fence(tx);
    await buryAttempts(
      tx,
      rejected.map(({ attempt }) => ({ attempt, because: "rejected" })),
    );
    const fillers = rejected
      .filter(({ attempt }) => attempt.sequence !== undefined)
      .map(({ attempt }) => ({ ...attempt, isFiller: true }));
    await insertAttempts(tx, chain.key, fillers, clock.now());
  });
  await tryAgainOrFail(
    deps,
    rejected.filter(({ attempt }) => attempt.sequence === undefined),
  );
}

async function tryAgainOrFail(deps: EngineDeps, rejected: readonly Rejected[]): Promise<void> {
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
