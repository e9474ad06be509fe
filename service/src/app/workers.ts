import {
  type DocumentRouteDeps,
  documentWork,
  type RescreenRun,
  type VerificationWork,
  verificationJobs,
} from "../accounts/index.ts";
import { createEventDispatcher, type EventConsumer, type EventDispatcherHealth } from "../events/index.ts";
import type { JobDefinition, JobReport, Schedule } from "../jobs/index.ts";
import { createJobRunner, createScheduler, type JobRunner, type JobRunnerHealth } from "../jobs/index.ts";
import type { Logger } from "../startup/logging.ts";
import { statisticsJobs } from "../statistics/index.ts";
import type { AppParts } from "./app-parts.ts";
import { auditVerification } from "./audit-verification.ts";
import { ledgerVerification } from "./ledger-verification.ts";
import { maintenance } from "./maintenance.ts";
import type { Outgoing } from "./outgoing.ts";

/** Background work of a node with the role `worker`. */
export interface Workers {
  start(): void;
  stop(graceMs: number): Promise<void>;
  health(): {
    readonly jobs: JobRunnerHealth;
    /** The runner for document jobs. */
    readonly documents: JobRunnerHealth;
    readonly events: EventDispatcherHealth;
  };
}

const jobConcurrency = 50;
/** Each job moves a whole file, and may hold part of it in memory. */
const documentConcurrency = 4;
/** A mail server that does not respond must not keep other jobs waiting. */
const notificationConcurrency = 8;
/** Longest pause of an idle queue. Well below the silence after which readiness reports a stalled one. */
const idleMs = 5_000;

export type WorkersVerification = Pick<VerificationWork, "screener" | "providers" | "onCompleted">;
export type WorkersStorage = Pick<
  DocumentRouteDeps,
  "documentStorage" | "onStorageError" | "malwareScanner" | "onScannerError"
>;

/** Jobs, schedules and event consumers of modules that are composed elsewhere. */
export interface ModuleWork {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
  /** Jobs that wait for mail servers and others: they have a runner of their own. */
  readonly notifications: readonly JobDefinition[];
  /** Consumers of domain events. */
  readonly consumers: readonly EventConsumer[];
}

export function createWorkers(
  parts: AppParts,
  { wakeUp, jobQueue, eventLog }: Outgoing,
  storage: WorkersStorage,
  verification: WorkersVerification,
  moduleWork: ModuleWork,
): Workers {
  const { config, logger, clock, newId, keyRing, database } = parts;
  const onError = (error: unknown): void =>
    logger.warn({ err: error }, "background task failed; it will retry");
  const { jobs, schedules } = maintenance({ ...config, config, database, keyRing, clock, newId, eventLog });
  const documents = documentWork({ ...config, ...storage, database, clock, newId });
  const { threshold } = config.sanctions;
  const common = { database, clock, newId, keyRing, jobQueue, eventLog };
  const onRescreened = (run: RescreenRun): void => logUnscreened(logger, run);
  const reviews = verificationJobs({ ...common, ...verification, threshold, onRescreened });
  const report = (event: JobReport): void => logReport(logger, event);
  const runnerOf = (definitions: readonly JobDefinition[], concurrency: number): JobRunner =>
    createJobRunner({ database, wakeUp, clock, newId, idleMs, report, definitions, concurrency });
  const ledger = ledgerVerification({ database, jobQueue, clock, logger });
  const audit = auditVerification({ database, jobQueue, clock, logger });
  const statistics = statisticsJobs({ database, clock });
  const modules = [{ jobs, schedules }, reviews, ledger, audit, statistics, moduleWork];
  const definitions = modules.flatMap((each) => each.jobs);
  const runner = runnerOf(definitions, jobConcurrency);
  const documentRunner = runnerOf(documents.jobs, documentConcurrency);
  const notificationRunner = runnerOf(moduleWork.notifications, notificationConcurrency);
  const all = [documents, ...modules].flatMap((each) => each.schedules);
  const scheduler = createScheduler({ database, queue: jobQueue, clock, schedules: all, idleMs, onError });
  const { consumers } = moduleWork;
  const dispatcher = createEventDispatcher({ database, wakeUp, clock, consumers, idleMs, onError });
  return {
    start: () => {
      runner.start();
      documentRunner.start();
      if (moduleWork.notifications.length > 0) notificationRunner.start();
      scheduler.start();
      dispatcher.start();
    },
    stop: async (graceMs) => {
      const runners = [runner, documentRunner, notificationRunner].map((each) => each.stop({ graceMs }));
      await Promise.all([scheduler.stop(), dispatcher.stop(), ...runners]);
    },
    health: () => ({
      jobs: runner.health(),
      documents: documentRunner.health(),
      events: dispatcher.health(),
    }),
  };
}

/** One line per run, however many accounts failed: the next run retries them. */
function logUnscreened(logger: Logger, { failed, firstFailure }: RescreenRun): void {
  if (firstFailure === undefined) return;
  const { accountId, error } = firstFailure;
  logger.error(
    { failed, accountId, err: error },
    "accounts could not be screened against the current sanctions list",
  );
}

function logReport(logger: Logger, { type, ...report }: JobReport): void {
  if (type === "died") logger.error(report, "job failed permanently; see: florin admin jobs dead");
  else if (type === "reclaimed") logger.info(report, "reclaimed jobs of an unresponsive worker");
  else logger.warn(report, `job ${type}`);
}
