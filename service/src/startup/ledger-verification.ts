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
import { type LedgerScope, nextJournal, type Verification, verifyJournal } from "../ledger/index.ts";
import type { Logger } from "./logging.ts";

export interface LedgerVerificationDeps {
  readonly database: Database;
  readonly jobQueue: JobQueue;
  readonly logger: Pick<Logger, "error" | "info">;
}

/** What this node has verified since it started. */
export interface LedgerChecks {
  readonly records: bigint;
  readonly findings: number;
}

export interface LedgerVerification {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
  checks(): LedgerChecks;
}

const kind = "ledger.verify";
const verifyEveryMs = 24 * 60 * 60_000;
const verifyTimeoutMs = 6 * 60 * 60_000;
const maxLoggedFindings = 20;

/**
 * Verifies every journal once a day, each in a job of its own that enqueues the next: so it is one at a time over all
 * nodes, and a node that stops loses only the journal that it was at.
 */
export function ledgerVerification(deps: LedgerVerificationDeps): LedgerVerification {
  const total = { records: 0n, findings: 0 };
  const verifyNext = async (context: JobContext<LedgerScope | undefined>): Promise<void> => {
    const scope = await nextJournal(deps.database, context.job.payload);
    if (scope === undefined) return;
    const verification = await verifyJournal(deps.database, scope, { signal: context.signal });
    total.records += verification.records;
    total.findings += verification.findings.length;
    report(deps, verification);
    await deps.database.transaction(async (tx) => {
      const payload = { tenant_id: scope.tenantId, network: scope.network };
      await deps.jobQueue.enqueue(tx, { kind, payload, dedupeKey: "next" });
      await context.completeIn(tx);
    });
  };
  return {
    jobs: [defineJob({ kind, parse: readPayload, handle: verifyNext, timeoutMs: verifyTimeoutMs })],
    schedules: [defineSchedule({ name: kind, everyMs: verifyEveryMs, job: { kind, payload: {} } })],
    checks: () => ({ ...total }),
  };
}

function report({ logger }: LedgerVerificationDeps, verification: Verification): void {
  const { scope, records, findings, isComplete } = verification;
  const journal = { tenant_id: scope.tenantId, network: scope.network, records: records.toString() };
  if (findings.length === 0) {
    logger.info(journal, "a journal was verified");
    return;
  }
  const shown = findings.slice(0, maxLoggedFindings).map(({ sequence, ...finding }) => {
    return sequence === undefined ? finding : { ...finding, sequence: sequence.toString() };
  });
  const counts = { finding_count: findings.length, is_complete: isComplete };
  logger.error(
    { ...journal, ...counts, findings: shown },
    "the ledger is not what its journal says; see florin ledger verify",
  );
}

/** The journal to go on behind; undefined for the beginning. */
function readPayload(payload: Json): LedgerScope | undefined {
  if (typeof payload !== "object" || payload === null || !("tenant_id" in payload)) return undefined;
  const { tenant_id: tenantId, network } = payload;
  if (typeof tenantId !== "string" || typeof network !== "string") throw new Error("names no journal");
  // Also one that somebody made up: it is a place in the order of journals, and a finding of its own.
  return { tenantId: tenantId as TenantId, network: network as Network };
}
