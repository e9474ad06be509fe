import { setTimeout as sleep } from "node:timers/promises";
import { type AuditDeps, auditChange } from "../../audit/index.ts";
import type { Transaction } from "../../db/database.ts";
import {
  defineJob,
  defineSchedule,
  type JobContext,
  type JobDefinition,
  type JobQueue,
  type Schedule,
} from "../../jobs/index.ts";
import { systemCause } from "../../kernel/cause.ts";
import { instantFromMs } from "../../kernel/instant.ts";
import { believe } from "./believe.ts";
import { type CompareAtDeps, stepAt } from "./compare-at.ts";
import { firstPlace, type Place, placeJson, readPlace } from "./place.ts";
import { type Compared, countsOf, differencesOf, type Reconciliation } from "./reconciliation.ts";
import {
  advanceRun,
  endRun,
  giveUpIdleRuns,
  insertDifferences,
  insertRun,
  removeRuns,
  selectRun,
} from "./store.ts";

export interface ReconcileDeps extends AuditDeps, CompareAtDeps {
  readonly jobQueue: Pick<JobQueue, "enqueue">;
  /** Called when a run has finished; its differences are in the database. */
  readonly report: (run: Reconciliation) => void;
  /** Pause between repeated checks. */
  readonly lookAgainAfterMs?: number;
}

export const reconcileKind = "tokens.reconcile";
const everyMs = 60 * 60_000;
const jobTimeoutMs = 15 * 60_000;
/** A run without progress for this long is abandoned: longer than its slowest job, including retries. */
const giveUpMs = jobTimeoutMs + 60 * 60_000;
const keepRunsMs = 30 * 24 * 60 * 60_000;
const defaultLookAgainAfterMs = 5_000;
const looks = 3;

/**
 * Compares the supply of each token and each custodial balance with the ledger every hour. Each page is a job that
 * enqueues the next, so only one runs across all nodes, and a node that stops loses only its page.
 */
export function reconciliation(deps: ReconcileDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  const work = async (context: JobContext<Place | undefined>): Promise<void> => {
    const place = context.job.payload;
    if (place === undefined) return begin(deps, context);
    const step = await stepAt(deps, place);
    const pauseMs = deps.lookAgainAfterMs ?? defaultLookAgainAfterMs;
    const pause = async (): Promise<void> => sleep(pauseMs, undefined, { signal: context.signal });
    const compared = await believe(step.look, { looks, pause });
    await goOn(deps, context, { place, compared, next: step.nextAfter(compared) });
  };
  return {
    jobs: [defineJob({ kind: reconcileKind, parse: readPlace, handle: work, timeoutMs: jobTimeoutMs })],
    schedules: [defineSchedule({ name: reconcileKind, everyMs, job: { kind: reconcileKind, payload: {} } })],
  };
}

/** Only one run at a time; a tick during another run does nothing. */
async function begin(deps: ReconcileDeps, { completeIn }: JobContext<unknown>): Promise<void> {
  const now = deps.clock.now();
  const runId = deps.newId<"reconciliation">();
  const keys = deps.chains.all().map(({ key }) => key);
  await deps.database.transaction(async (tx) => {
    await giveUpIdleRuns(tx, { progressedAt: instantFromMs(now - giveUpMs) });
    await removeRuns(tx, { startedAt: instantFromMs(now - keepRunsMs) });
    const place = firstPlace(runId, keys);
    if (place !== undefined && (await insertRun(tx, runId, now))) await enqueue(deps, tx, place);
    await completeIn(tx);
  });
}

interface Done {
  readonly place: Place;
  readonly compared: readonly Compared[];
  readonly next: Place | undefined;
}

/** Differences, counts, the next page and the completion of this job commit together. */
async function goOn(
  deps: ReconcileDeps,
  { completeIn }: JobContext<unknown>,
  { place, compared, next }: Done,
): Promise<void> {
  const now = deps.clock.now();
  const { runId } = place;
  const ended = await deps.database.transaction(async (tx) => {
    await completeIn(tx);
    if (!(await advanceRun(tx, runId, countsOf(compared), now))) return undefined;
    await insertDifferences(tx, runId, worthKeeping(compared), now);
    if (next !== undefined) {
      await enqueue(deps, tx, next);
      return undefined;
    }
    await endRun(tx, { id: runId, progressedAt: now, endedAt: now });
    const run = await selectRun(tx, runId);
    if (run !== undefined && run.different > 0) await reportOperators(deps, tx, run);
    return run;
  });
  if (ended !== undefined) deps.report(ended);
}

/** An unreachable chain is reported once per token, not once per address. */
function worthKeeping(compared: readonly Compared[]) {
  return differencesOf(compared).filter(
    ({ cause, holder }) => cause !== "chain_unreachable" || holder === undefined,
  );
}

async function enqueue({ jobQueue }: ReconcileDeps, tx: Transaction, place: Place): Promise<void> {
  await jobQueue.enqueue(tx, {
    kind: reconcileKind,
    payload: placeJson(place),
    dedupeKey: `run ${place.runId}`,
  });
}

/** In the platform's audit log for operators; the metric triggers the alert. */
async function reportOperators(deps: ReconcileDeps, tx: Transaction, run: Reconciliation): Promise<void> {
  const { id, compared, explained, different, unverified } = run;
  await auditChange(deps, tx, {
    cause: systemCause(reconcileKind),
    action: "reconciliation.find_differences",
    of: { tenantId: undefined, network: undefined, id },
    after: { compared, explained, different, unverified },
  });
}
