import type { Database } from "../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { foldLogs } from "./fold.ts";
import { deleteHoursBefore } from "./retention-store.ts";

interface StatisticsDeps {
  readonly database: Database;
  readonly clock: Clock;
}

const foldKind = "statistics.fold";
const foldEveryMs = 30_000;
const timeoutMs = 5 * 60_000;
const forgetKind = "statistics.forget-hours";
const forgetEveryMs = 60 * 60_000;
/** The charts by hour show two days. */
const hoursKeptMs = 8 * 24 * 60 * 60_000;
const rowsAtOnce = 5_000;
const maxDeletionsPerRun = 500;

/** Folds the logs into statistics, and deletes the hours that no chart shows. */
export function statisticsJobs({ database, clock }: StatisticsDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const kept = () => instantFromMs(Math.max(0, clock.now() - hoursKeptMs));
  return {
    jobs: [
      defineJob({
        kind: foldKind,
        parse: () => undefined,
        timeoutMs,
        handle: ({ signal }) => foldLogs(database, signal),
      }),
      defineJob({
        kind: forgetKind,
        parse: () => undefined,
        timeoutMs,
        handle: async () => {
          for (let deletions = 0; deletions < maxDeletionsPerRun; deletions += 1) {
            if ((await deleteHoursBefore(database, kept(), rowsAtOnce)) === 0) return;
          }
        },
      }),
    ],
    schedules: [
      defineSchedule({ name: foldKind, everyMs: foldEveryMs, job: { kind: foldKind, payload: {} } }),
      defineSchedule({ name: forgetKind, everyMs: forgetEveryMs, job: { kind: forgetKind, payload: {} } }),
    ],
  };
}
