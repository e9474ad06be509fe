import type { Database } from "../db/database.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { Clock } from "../kernel/instant.ts";
import { type Lease, reclaimLostJobs } from "./lease.ts";
import type { JobReport } from "./report.ts";
import { promoteDueJobs, selectNextScheduledAt, sweepJobs } from "./store.ts";

/** Background work of every runner: renews its lease, reclaims expired ones, promotes due jobs, vacuums. */
export interface Upkeep {
  start(): void;
  /** A job may be scheduled for an earlier time than the one that this runner waits for. */
  lookForDue(): void;
  /** Counts jobs that have left the queue. */
  countSettled(jobs: number): void;
  stop(): Promise<void>;
}

export interface UpkeepOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: Lease;
  readonly leaseMs: number;
  readonly pollMs: number;
  readonly idleMs: number;
  readonly onReady: () => void;
  readonly report: (report: JobReport) => void;
}

const beatsPerLease = 3;
const maxPromotedAtOnce = 1_000;
const settledPerSweep = 20_000;
// The count wakes this loop, so the poll is only a heartbeat of the loop itself.
const sweepPollMs = 60_000;

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { database, clock, lease, report } = options;
  let settledSinceSweep = 0;
  const onError = (error: unknown): void => report({ type: "unavailable", error });

  const keepLease = async (): Promise<Turn> => {
    await lease.beat();
    const count = await reclaimLostJobs(database);
    if (count > 0) {
      report({ type: "reclaimed", count });
      options.onReady();
    }
    return "wait";
  };
  const promoteSome = async (): Promise<Turn> => {
    const promoted = await promoteDueJobs(database, clock.now(), maxPromotedAtOnce);
    if (promoted > 0) options.onReady();
    if (promoted === maxPromotedAtOnce) return "again";
    const nextAt = await selectNextScheduledAt(database);
    return nextAt === undefined ? "wait" : { dueInMs: nextAt - clock.now() };
  };

  const sweepAtTimes = async (): Promise<Turn> => {
    if (settledSinceSweep < settledPerSweep) return "wait";
    settledSinceSweep = 0;
    await sweepJobs(database);
    return "wait";
  };

  const { pollMs, idleMs } = options;
  const beatMs = options.leaseMs / beatsPerLease;
  const beating = createPollLoop({ name: "jobs.lease", turn: keepLease, pollMs: beatMs, onError });
  const promoting = createPollLoop({ name: "jobs.promote", turn: promoteSome, pollMs, idleMs, onError });
  const sweeping = createPollLoop({ name: "jobs.sweep", turn: sweepAtTimes, pollMs: sweepPollMs, onError });
  const loops = [beating, promoting, sweeping];
  return {
    start: () => {
      for (const loop of loops) loop.start();
    },
    lookForDue: promoting.wake,
    countSettled: (jobs) => {
      settledSinceSweep += jobs;
      if (settledSinceSweep >= settledPerSweep) sweeping.wake();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
