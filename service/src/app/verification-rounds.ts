import type { Database } from "../db/database.ts";
import {
  defineJob,
  defineSchedule,
  type JobContext,
  type JobDefinition,
  type JobQueue,
  type Schedule,
} from "../jobs/index.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import { beginRound, continueRound, endRound, type RoundCounts, type RoundName } from "../ledger/index.ts";
import type { Logger } from "../startup/logging.ts";

export interface RoundDeps {
  readonly database: Database;
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "error" | "info">;
  /** Per part. */
  readonly verifyTimeoutMs?: number;
}

/** What is verified: parts, one after the other, such as the journals of the ledger. */
export interface RoundWork<Part> {
  /** Also the type of its job. */
  readonly name: RoundName;
  next(after: Part | undefined): Promise<Part | undefined>;
  /** Verifies a part and reports the result. */
  verify(
    part: Part,
    options: { readonly signal: AbortSignal; readonly keepsMarkAt: Instant },
  ): Promise<PartResult>;
  /** Reports a part whose verification took too long. */
  reportTimeout(part: Part, failure: string): void;
  /** Members of a job's payload that name the part. */
  toPayload(part: Part): Readonly<Record<string, string>>;
  fromPayload(payload: Readonly<Record<string, Json>>): Part;
}

export interface PartResult {
  readonly findings: number;
  readonly isComplete: boolean;
}

export interface VerificationRounds {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
}

const verifyEveryMs = 24 * 60 * 60_000;
/** Per part. The job's timeout is longer, so that it can report this timeout and continue with the next part. */
const defaultVerifyTimeoutMs = 6 * 60 * 60_000;
const jobTimeoutMs = defaultVerifyTimeoutMs + 10 * 60_000;
/** A round without progress for this long is abandoned: longer than its slowest job and the retries may take. */
const giveUpMs = jobTimeoutMs + 2 * 60 * 60_000;

/** Position of a round: the last verified part, and the counts so far. */
interface RoundPosition<Part> extends RoundCounts {
  readonly startedAt: Instant;
  readonly after: Part | undefined;
}

/**
 * Verifies every part once a day. Each part has its own job, which enqueues the next one: parts are verified one at a
 * time across all nodes, and a node that stops loses only its current part. A part that cannot be verified does not
 * block the others. Only one round runs at a time.
 */
export function verificationRounds<Part>(deps: RoundDeps, work: RoundWork<Part>): VerificationRounds {
  const { name } = work;
  const handle = async (context: JobContext<RoundPosition<Part> | undefined>): Promise<void> => {
    const position = context.job.payload ?? (await begin(deps, name));
    if (position === undefined) return;
    const part = await work.next(position.after);
    if (part === undefined) {
      await deps.database.transaction(async (tx) => {
        await endRound(tx, name, { startedAt: position.startedAt, now: deps.clock.now() }, position);
        await context.completeIn(tx);
      });
      return;
    }
    const result = await verifyWithTimeout(deps, work, context, part);
    await enqueueNext(deps, work, context, positionAfter(position, part, result));
  };
  const parse = (payload: Json) => readPayload(payload, work);
  return {
    jobs: [defineJob({ kind: name, parse, handle, timeoutMs: jobTimeoutMs })],
    schedules: [defineSchedule({ name, everyMs: verifyEveryMs, job: { kind: name, payload: {} } })],
  };
}

async function begin(
  { database, clock, logger }: RoundDeps,
  name: RoundName,
): Promise<RoundPosition<never> | undefined> {
  const now = clock.now();
  if (await beginRound(database, name, { now, idleSince: instantFromMs(now - giveUpMs) })) {
    return { startedAt: now, after: undefined, journals: 0, findings: 0, unverified: 0 };
  }
  logger.info({}, `the previous ${nouns[name]} verification is still running; not starting another one`);
  return undefined;
}

const nouns: Readonly<Record<RoundName, string>> = { "ledger.verify": "ledger", "audit.verify": "audit log" };

async function verifyWithTimeout<Part>(
  { clock, verifyTimeoutMs: timeoutMs = defaultVerifyTimeoutMs }: RoundDeps,
  work: RoundWork<Part>,
  { signal }: JobContext<unknown>,
  part: Part,
): Promise<PartResult> {
  const tooLong = AbortSignal.timeout(timeoutMs);
  try {
    return await work.verify(part, {
      signal: AbortSignal.any([signal, tooLong]),
      keepsMarkAt: clock.now(),
    });
  } catch (error) {
    if (signal.aborted || !tooLong.aborted) throw error;
    work.reportTimeout(part, `timed out after ${timeoutMs} ms`);
    return { findings: 0, isComplete: false };
  }
}

/** A round that another round has replaced ends here. */
async function enqueueNext<Part>(
  { database, jobQueue, clock }: RoundDeps,
  { name, toPayload }: RoundWork<Part>,
  { completeIn }: JobContext<unknown>,
  { startedAt, after, journals, findings, unverified }: RoundPosition<Part>,
): Promise<void> {
  const named = after === undefined ? {} : toPayload(after);
  const payload = { started_at: startedAt, ...named, journals, findings, unverified };
  await database.transaction(async (tx) => {
    if (await continueRound(tx, name, { startedAt, now: clock.now() })) {
      await jobQueue.enqueue(tx, { kind: name, payload, dedupeKey: `round ${startedAt}` });
    }
    await completeIn(tx);
  });
}

function positionAfter<Part>(
  position: RoundPosition<Part>,
  part: Part,
  { findings, isComplete }: PartResult,
): RoundPosition<Part> {
  return {
    startedAt: position.startedAt,
    after: part,
    journals: position.journals + 1,
    findings: position.findings + findings,
    unverified: position.unverified + (isComplete ? 0 : 1),
  };
}

/** Undefined at the beginning of a round. */
function readPayload<Part>(payload: Json, work: RoundWork<Part>): RoundPosition<Part> | undefined {
  if (typeof payload !== "object" || payload === null || !("started_at" in payload)) return undefined;
  const { started_at: startedAt, journals, findings, unverified } = payload;
  const counts = { journals: count(journals), findings: count(findings), unverified: count(unverified) };
  return { startedAt: instantFromMs(count(startedAt)), after: work.fromPayload(payload), ...counts };
}

function count(value: Json | undefined): number {
  if (typeof value !== "number") throw new Error("not a count");
  return value;
}
