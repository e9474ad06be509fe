import { assert } from "../kernel/assert.ts";
import type { JobDefinition } from "./define-job.ts";
import { type ClaimedJob, type JobId, LostJobError } from "./job.ts";
import { type RunningJob, startJob } from "./run-job.ts";
import type { EndedJob } from "./settle.ts";
import { shareName } from "./store.ts";

/** The jobs that a runner holds: from the claim until their result is written. Each takes one slot. */
export interface RunningJobs {
  start(job: ClaimedJob): void;
  /** Frees the slots of jobs whose result is written. */
  forget(jobs: readonly ClaimedJob[]): void;
  /** The lease with this token is gone, and with it the claim to its jobs. */
  lose(token: string): void;
  /** Aborts the jobs that are still running. */
  release(): void;
  count(): number;
  /** The jobs held under this token. */
  ids(token: string): readonly JobId[];
  countByShare(): ReadonlyMap<string, number>;
  /** Resolves when no jobs are held, or after the timeout. */
  whenIdle(atMostMs: number): Promise<void>;
}

export function createRunningJobs(
  definitions: readonly JobDefinition[],
  onEnded: (ended: EndedJob) => void,
): RunningJobs {
  const byKind = new Map(definitions.map((definition) => [definition.kind, definition]));
  assert(byKind.size === definitions.length, "two job definitions have the same type");
  // By claim and not by id: a lost job may be claimed again while its old run still unwinds.
  const held = new Map<ClaimedJob, RunningJob>();
  let onIdle: (() => void) | undefined;

  const start = (job: ClaimedJob): void => {
    const definition = byKind.get(job.kind);
    assert(definition !== undefined, `a job of the unknown type ${job.kind} was claimed`);
    const running = startJob(definition, job);
    held.set(job, running);
    void running.outcome.then((outcome) => onEnded({ definition, job, outcome }));
  };

  return {
    start,
    forget: (jobs) => {
      for (const job of jobs) held.delete(job);
      if (held.size === 0) onIdle?.();
    },
    lose: (token) => {
      const reason = new LostJobError("the runner lost its lease");
      for (const { job, abort } of held.values()) if (job.token === token) abort({ type: "lost" }, reason);
    },
    release: () => {
      const reason = new RunnerStoppedError("the runner is stopping and its grace period is over");
      for (const { abort } of held.values()) abort({ type: "released" }, reason);
    },
    count: () => held.size,
    ids: (token) => [...held.keys()].filter((job) => job.token === token).map(({ id }) => id),
    countByShare: () => countByShare(held.values()),
    whenIdle: (atMostMs) =>
      new Promise((resolve) => {
        if (held.size === 0) return resolve();
        const timer = setTimeout(resolve, atMostMs);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

function countByShare(held: Iterable<RunningJob>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { job } of held) {
    const share = shareName(job.tenantId);
    counts.set(share, (counts.get(share) ?? 0) + 1);
  }
  return counts;
}

class RunnerStoppedError extends Error {
  override readonly name = "RunnerStoppedError";
}
