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
import type { Network, TenantId } from "../kernel/id.ts";
import { type Clock, type Instant, instantFromMs } from "../kernel/instant.ts";
import {
  beginRound,
  continueRound,
  endRound,
  type LedgerScope,
  nextJournal,
  type RoundCounts,
  type Verification,
  verifyJournal,
} from "../ledger/index.ts";
import type { Logger } from "../startup/logging.ts";

export interface LedgerVerificationDeps {
  readonly database: Database;
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "error" | "info">;
  /** Per journal. */
  readonly verifyTimeoutMs?: number;
}

export interface LedgerVerification {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
}

const kind = "ledger.verify";
const verifyEveryMs = 24 * 60 * 60_000;
/** Per journal. The job's timeout is longer, so that it can report this timeout and continue with the next journal. */
const verifyTimeoutMs = 6 * 60 * 60_000;
const jobTimeoutMs = verifyTimeoutMs + 10 * 60_000;
/** A round without progress for this long is abandoned: longer than its slowest job and the retries may take. */
const giveUpMs = jobTimeoutMs + 2 * 60 * 60_000;
const maxLoggedFindings = 20;

/** Position of a round: the last verified journal, and the counts so far. */
interface RoundPosition extends RoundCounts {
  readonly startedAt: Instant;
  readonly after: LedgerScope | undefined;
}

/**
 * Verifies every journal once a day. Each journal has its own job, which enqueues the next one: journals are verified
 * one at a time across all nodes, and a node that stops loses only its current journal. A journal that cannot be
 * verified does not block the others. Only one round runs at a time.
 */
export function ledgerVerification(deps: LedgerVerificationDeps): LedgerVerification {
  const work = async (context: JobContext<RoundPosition | undefined>): Promise<void> => {
    const position = context.job.payload ?? (await begin(deps));
    if (position === undefined) return;
    const scope = await nextJournal(deps.database, position.after);
    const verification = scope === undefined ? undefined : await verifyWithTimeout(deps, context, scope);
    if (verification === undefined) {
      await deps.database.transaction(async (tx) => {
        await endRound(tx, { startedAt: position.startedAt, now: deps.clock.now() }, position);
        await context.completeIn(tx);
      });
      return;
    }
    report(deps, verification);
    await enqueueNext(deps, context, positionAfter(position, verification));
  };
  return {
    jobs: [defineJob({ kind, parse: readPayload, handle: work, timeoutMs: jobTimeoutMs })],
    schedules: [defineSchedule({ name: kind, everyMs: verifyEveryMs, job: { kind, payload: {} } })],
  };
}

async function begin({
  database,
  clock,
  logger,
}: LedgerVerificationDeps): Promise<RoundPosition | undefined> {
  const now = clock.now();
  if (await beginRound(database, { now, idleSince: instantFromMs(now - giveUpMs) })) {
    return { startedAt: now, after: undefined, journals: 0, findings: 0, unverified: 0 };
  }
  logger.info({}, "the previous ledger verification is still running; not starting another one");
  return undefined;
}

async function verifyWithTimeout(
  { database, clock, verifyTimeoutMs: timeoutMs = verifyTimeoutMs }: LedgerVerificationDeps,
  { signal }: JobContext<unknown>,
  scope: LedgerScope,
): Promise<Verification> {
  const tooLong = AbortSignal.timeout(timeoutMs);
  try {
    const options = { signal: AbortSignal.any([signal, tooLong]), keepsMarkAt: clock.now() };
    return await verifyJournal(database, scope, options);
  } catch (error) {
    if (signal.aborted || !tooLong.aborted) throw error;
    const none = { scope, records: 0n, head: noHead, findings: [], isComplete: false };
    return { ...none, failure: `timed out after ${timeoutMs} ms` };
  }
}

const noHead = { sequence: 0n, hash: Buffer.alloc(0) };

/** A round that another round has replaced ends here. */
async function enqueueNext(
  { database, jobQueue, clock }: LedgerVerificationDeps,
  { completeIn }: JobContext<unknown>,
  position: RoundPosition,
): Promise<void> {
  const { startedAt, after, journals, findings, unverified } = position;
  const journal = after === undefined ? {} : { tenant_id: after.tenantId, network: after.network };
  const payload = { started_at: startedAt, ...journal, journals, findings, unverified };
  await database.transaction(async (tx) => {
    if (await continueRound(tx, { startedAt, now: clock.now() })) {
      await jobQueue.enqueue(tx, { kind, payload, dedupeKey: `round ${startedAt}` });
    }
    await completeIn(tx);
  });
}

function positionAfter(
  position: RoundPosition,
  { scope, findings, isComplete }: Verification,
): RoundPosition {
  return {
    startedAt: position.startedAt,
    after: scope,
    journals: position.journals + 1,
    findings: position.findings + findings.length,
    unverified: position.unverified + (isComplete ? 0 : 1),
  };
}

function report({ logger }: LedgerVerificationDeps, verification: Verification): void {
  const { scope, records, head, findings, isComplete, failure } = verification;
  const journal = { tenant_id: scope.tenantId, network: scope.network, records: records.toString() };
  if (findings.length === 0 && isComplete) {
    // Shipping the logs to another system keeps a copy of the checkpoint hashes outside the database.
    logger.info({ ...journal, mark: `${head.sequence}:${head.hash.toString("hex")}` }, "journal verified");
    return;
  }
  const shown = findings.slice(0, maxLoggedFindings).map(({ sequence, ...finding }) => {
    return sequence === undefined ? finding : { ...finding, sequence: sequence.toString() };
  });
  const counts = { finding_count: findings.length, is_complete: isComplete };
  const reason = failure === undefined ? {} : { failure };
  const message =
    findings.length === 0
      ? "journal could not be verified; run: florin ledger verify"
      : "ledger differs from its journal; run: florin ledger verify";
  logger.error({ ...journal, ...counts, ...reason, findings: shown }, message);
}

/** Undefined at the beginning of a round. */
function readPayload(payload: Json): RoundPosition | undefined {
  if (typeof payload !== "object" || payload === null || !("started_at" in payload)) return undefined;
  const { started_at: startedAt, tenant_id: tenantId, network, journals, findings, unverified } = payload;
  if (typeof tenantId !== "string" || typeof network !== "string")
    throw new Error("the payload names no journal");
  // A forged tenant or network is accepted: it is a position in the order of journals, and a finding itself.
  const after = { tenantId: tenantId as TenantId, network: network as Network };
  const counts = { journals: count(journals), findings: count(findings), unverified: count(unverified) };
  return { startedAt: instantFromMs(count(startedAt)), after, ...counts };
}

function count(value: Json | undefined): number {
  if (typeof value !== "number") throw new Error("not a count");
  return value;
}
