import { createEventDispatcher, type EventDispatcherHealth } from "../events/index.ts";
import type { JobReport } from "../jobs/index.ts";
import { createJobRunner, createScheduler, type JobRunnerHealth } from "../jobs/index.ts";
import type { AppParts } from "./app-parts.ts";
import type { Logger } from "./logging.ts";
import { maintenance } from "./maintenance.ts";
import type { Outgoing } from "./outgoing.ts";

/** What a node with the role `worker` runs besides the API. */
export interface Workers {
  start(): void;
  stop(graceMs: number): Promise<void>;
  health(): { readonly jobs: JobRunnerHealth; readonly events: EventDispatcherHealth };
}

const jobConcurrency = 50;

export function createWorkers(parts: AppParts, { wakeUp, jobQueue }: Outgoing): Workers {
  const { config, logger, clock, newId, keyRing, database } = parts;
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, "a background task could not do its turn");
  const { jobs, schedules } = maintenance({ ...config, database, keyRing, clock });
  const runner = createJobRunner({
    database,
    wakeUp,
    clock,
    newId,
    definitions: jobs,
    concurrency: jobConcurrency,
    report: (report) => logReport(logger, report),
  });
  const scheduler = createScheduler({ database, queue: jobQueue, clock, schedules, onError });
  // Nobody listens to events yet; the log is kept all the same, and the outbox is emptied.
  const dispatcher = createEventDispatcher({ database, wakeUp, clock, consumers: [], onError });
  return {
    start: () => {
      runner.start();
      scheduler.start();
      dispatcher.start();
    },
    stop: async (graceMs) => {
      await Promise.all([scheduler.stop(), dispatcher.stop(), runner.stop({ graceMs })]);
    },
    health: () => ({ jobs: runner.health(), events: dispatcher.health() }),
  };
}

function logReport(logger: Logger, { type, ...report }: JobReport): void {
  if (type === "died") logger.error(report, "a job has failed for good; see the dead jobs");
  else if (type === "reclaimed") logger.info(report, "jobs of a silent worker were taken over");
  else logger.warn(report, `job ${type}`);
}
