import type { Session } from "../../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { deleteAttemptsBefore, type SubscriptionPlace, selectPlacesAfter } from "./store.ts";

export interface HistoryJobsDeps {
  readonly database: Session;
  readonly clock: Clock;
  /** How long attempts are retained. */
  readonly historyMs: number;
}

const kind = "webhooks.forget-attempts";
const everyMs = 10 * 60_000;
const timeoutMs = 5 * 60_000;
const placesAtOnce = 500;
const rowsAtOnce = 5_000;
const maxDeletionsPerRun = 1_000;

/** Deletes attempts after the retention period, whatever the status of their subscriptions. */
export function historyJobs(deps: HistoryJobsDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [
      defineJob({
        kind,
        parse: () => undefined,
        timeoutMs,
        handle: ({ signal }) => forgetAttempts(deps, signal),
      }),
    ],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

/** In batches, each in its own transaction; the rest is left to the next run. */
async function forgetAttempts(deps: HistoryJobsDeps, signal: AbortSignal): Promise<void> {
  const before = instantFromMs(Math.max(0, deps.clock.now() - deps.historyMs));
  let deletions = 0;
  let last: SubscriptionPlace | undefined;
  do {
    const places = await selectPlacesAfter(deps.database, last, placesAtOnce);
    let deleted = places.length === 0 ? 0 : rowsAtOnce;
    while (deleted === rowsAtOnce) {
      if (signal.aborted || deletions >= maxDeletionsPerRun) return;
      deleted = await deleteAttemptsBefore(deps.database, places, before, rowsAtOnce);
      if (deleted > 0) deletions += 1;
    }
    last = places.at(-1);
  } while (last !== undefined);
}
