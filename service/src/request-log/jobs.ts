import type { Session } from "../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../jobs/index.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { deleteRequestsBefore, selectPlaceAfter } from "./store.ts";

export interface RequestLogJobsDeps {
  readonly database: Session;
  readonly clock: Clock;
  /** Retention in days; with 0 nothing is logged and existing requests are deleted. */
  readonly keptMs: number;
}

const kind = "request-log.forget-requests";
const everyMs = 10 * 60_000;
const timeoutMs = 5 * 60_000;
const rowsAtOnce = 5_000;
const maxDeletionsPerRun = 2_000;

/** Deletes requests past their retention. */
export function requestLogJobs(deps: RequestLogJobsDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [
      defineJob({
        kind,
        parse: () => undefined,
        timeoutMs,
        handle: ({ signal }) => forgetRequests(deps, signal),
      }),
    ],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

/** Deletes in small batches, each in its own statement; the next run continues with the rest. */
export async function forgetRequests(
  { database, clock, keptMs }: RequestLogJobsDeps,
  signal: AbortSignal,
  limits = { rowsAtOnce, maxDeletionsPerRun },
): Promise<void> {
  const before = instantFromMs(Math.max(0, clock.now() - keptMs));
  let deletions = 0;
  let place = await selectPlaceAfter(database, undefined);
  while (place !== undefined) {
    let deleted = limits.rowsAtOnce;
    while (deleted === limits.rowsAtOnce) {
      if (signal.aborted || deletions >= limits.maxDeletionsPerRun) return;
      deleted = await deleteRequestsBefore(database, place, before, limits.rowsAtOnce);
      if (deleted > 0) deletions += 1;
    }
    place = await selectPlaceAfter(database, place);
  }
}
