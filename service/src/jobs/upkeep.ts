import type { Database } from "../db/database.ts";
import { createPollLoop, type Turn } from "../db/poll-loop.ts";
import type { Clock } from "../kernel/instant.ts";
import { type Lease, reclaimLostJobs } from "./lease.ts";
import type { JobReport } from "./report.ts";
import { promoteDueJobs, sweepJobs } from "./store.ts";

/** Background work of every runner: renews its lease, reclaims expired ones, promotes due jobs, vacuums. */
export interface Upkeep {
  start(): void;
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
  readonly onReady: () => void;
  readonly report: (report: JobReport) => void;
}

const beatsPerLease = 3;
const maxPromotedAtOnce = 1_000;
const settledPerSweep = 20_000;

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
    return promoted === maxPromotedAtOnce ? "again" : "wait";
  };

  const sweepAtTimes = async (): Promise<Turn> => {
    if (settledSinceSweep < settledPerSweep) return "wait";
    settledSinceSweep = 0;
    await sweepJobs(database);
    return "wait";
  };

  const loops = [
    createPollLoop({ turn: keepLease, pollMs: options.leaseMs / beatsPerLease, onError }),
    createPollLoop({ turn: promoteSome, pollMs: options.pollMs, onError }),
    createPollLoop({ turn: sweepAtTimes, pollMs: options.pollMs, onError }),
  ];
  return {
    start: () => {
      for (const loop of loops) loop.start();
    },
    countSettled: (jobs) => {
      settledSinceSweep += jobs;
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
