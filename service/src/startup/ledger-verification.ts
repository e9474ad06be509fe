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
import { type LedgerScope, nextJournal, type Verification, verifyJournal } from "../ledger/index.ts";
import { beginRound, continueRound, endRound, type RoundCounts } from "./ledger-rounds-store.ts";
import type { Logger } from "./logging.ts";

export interface LedgerVerificationDeps {
  readonly database: Database;
  readonly jobQueue: JobQueue;
  readonly clock: Clock;
  readonly logger: Pick<Logger, "error" | "info">;
  /** For one journal. */
  readonly verifyTimeoutMs?: number;
}

export interface LedgerVerification {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
}

const kind = "ledger.verify";
const verifyEveryMs = 24 * 60 * 60_000;
/** For one journal. The job may take a little longer, so that it lives to say so and to go on with the next one. */
const verifyTimeoutMs = 6 * 60 * 60_000;
const jobTimeoutMs = verifyTimeoutMs + 10 * 60_000;
/** A round that has not gone on for so long is given up: longer than its slowest job may take, and rest. */
const giveUpMs = jobTimeoutMs + 2 * 60 * 60_000;
const maxLoggedFindings = 20;

/** Where a round is: behind which journal, and what it has counted so far. */
interface RoundPlace extends RoundCounts {
  readonly startedAt: Instant;
  readonly after: LedgerScope | undefined;
}

/**
 * Verifies every journal once a day, each in a job of its own that enqueues the next: so it is one at a time over all
 * nodes, and a node that stops loses only the journal that it was at. A journal that cannot be verified does not keep
 * the others from it. There is one round at a time.
 */
export function ledgerVerification(deps: LedgerVerificationDeps): LedgerVerification {
  const work = async (context: JobContext<RoundPlace | undefined>): Promise<void> => {
    const place = context.job.payload ?? (await begin(deps));
    if (place === undefined) return;
    const scope = await nextJournal(deps.database, place.after);
    const verification = scope === undefined ? undefined : await verifyOne(deps, context, scope);
    if (verification === undefined) {
      await deps.database.transaction(async (tx) => {
        await endRound(tx, { startedAt: place.startedAt, now: deps.clock.now() }, place);
        await context.completeIn(tx);
      });
      return;
    }
    report(deps, verification);
    await goOn(deps, context, behind(place, verification));
  };
  return {
    jobs: [defineJob({ kind, parse: readPayload, handle: work, timeoutMs: jobTimeoutMs })],
    schedules: [defineSchedule({ name: kind, everyMs: verifyEveryMs, job: { kind, payload: {} } })],
  };
}

async function begin({ database, clock, logger }: LedgerVerificationDeps): Promise<RoundPlace | undefined> {
  const now = clock.now();
  if (await beginRound(database, { now, idleSince: instantFromMs(now - giveUpMs) })) {
    return { startedAt: now, after: undefined, journals: 0, findings: 0, unverified: 0 };
  }
  logger.info({}, "the last round of ledger verification is still going on, so no other one is begun");
  return undefined;
}

async function verifyOne(
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
    return { ...none, failure: `it took longer than ${timeoutMs} ms` };
  }
}

const noHead = { sequence: 0n, hash: Buffer.alloc(0) };

/** A round whose place another one has taken ends here. */
async function goOn(
  { database, jobQueue, clock }: LedgerVerificationDeps,
  { completeIn }: JobContext<unknown>,
  place: RoundPlace,
): Promise<void> {
  const { startedAt, after, journals, findings, unverified } = place;
  const journal = after === undefined ? {} : { tenant_id: after.tenantId, network: after.network };
  const payload = { started_at: startedAt, ...journal, journals, findings, unverified };
  await database.transaction(async (tx) => {
    if (await continueRound(tx, { startedAt, now: clock.now() })) {
      await jobQueue.enqueue(tx, { kind, payload, dedupeKey: `round ${startedAt}` });
    }
    await completeIn(tx);
  });
}

function behind(place: RoundPlace, { scope, findings, isComplete }: Verification): RoundPlace {
  return {
    startedAt: place.startedAt,
    after: scope,
    journals: place.journals + 1,
    findings: place.findings + findings.length,
    unverified: place.unverified + (isComplete ? 0 : 1),
  };
}

function report({ logger }: LedgerVerificationDeps, verification: Verification): void {
  const { scope, records, head, findings, isComplete, failure } = verification;
  const journal = { tenant_id: scope.tenantId, network: scope.network, records: records.toString() };
  if (findings.length === 0 && isComplete) {
    // Whoever ships the log elsewhere has the marks elsewhere.
    logger.info(
      { ...journal, mark: `${head.sequence}:${head.hash.toString("hex")}` },
      "a journal was verified",
    );
    return;
  }
  const shown = findings.slice(0, maxLoggedFindings).map(({ sequence, ...finding }) => {
    return sequence === undefined ? finding : { ...finding, sequence: sequence.toString() };
  });
  const counts = { finding_count: findings.length, is_complete: isComplete };
  const reason = failure === undefined ? {} : { failure };
  const message =
    findings.length === 0
      ? "a journal could not be verified; see florin ledger verify"
      : "the ledger is not what its journal says; see florin ledger verify";
  logger.error({ ...journal, ...counts, ...reason, findings: shown }, message);
}

/** Undefined for the beginning of a round. */
function readPayload(payload: Json): RoundPlace | undefined {
  if (typeof payload !== "object" || payload === null || !("started_at" in payload)) return undefined;
  const { started_at: startedAt, tenant_id: tenantId, network, journals, findings, unverified } = payload;
  if (typeof tenantId !== "string" || typeof network !== "string") throw new Error("names no journal");
  // Also one that somebody made up: it is a place in the order of journals, and a finding of its own.
  const after = { tenantId: tenantId as TenantId, network: network as Network };
  const counts = { journals: count(journals), findings: count(findings), unverified: count(unverified) };
  return { startedAt: instantFromMs(count(startedAt)), after, ...counts };
}

function count(value: Json | undefined): number {
  if (typeof value !== "number") throw new Error("is no count");
  return value;
}
