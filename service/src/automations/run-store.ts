import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { AutomationId, AutomationScope } from "./automation.ts";
import type { AutomationRun, Problem, RunKey } from "./automation-run.ts";

const columns = `tenant_id, network, origin, origin_id, automation_id, units, state,
  tries`;

const insert = statement(`
  INSERT INTO automation_runs (tenant_id, network, origin, origin_id, automation_id, units, state, transfer_id, tries,
    created_at, updated_at)
  SELECT $1, $2, $3, origin_id, automation_id, units, CASE WHEN transfer_id = '' THEN 'waiting' ELSE 'forwarded' END,
    nullif(transfer_id, ''), 0, $8::timestamptz, $8::timestamptz
  FROM unnest($4::text[], $5::text[], $6::numeric[], $7::text[]) AS run (origin_id, automation_id, units, transfer_id)
  ORDER BY origin_id COLLATE "C"
  ON CONFLICT (tenant_id, origin, origin_id) DO NOTHING`);

/** A run with its transfer, or a waiting one. */
export interface NewRun {
  readonly originId: string;
  readonly automationId: AutomationId;
  readonly units: bigint;
  readonly transferId: string | undefined;
}

/** Existing runs are left unchanged. */
export async function insertRuns(
  tx: Transaction,
  { tenantId, network }: AutomationScope,
  {
    origin,
    runs,
    now,
  }: { readonly origin: RunKey["origin"]; readonly runs: readonly NewRun[]; readonly now: Instant },
): Promise<void> {
  if (runs.length === 0) return;
  await tx.run(insert, [
    tenantId,
    network,
    origin,
    runs.map(({ originId }) => originId),
    runs.map(({ automationId }) => automationId),
    runs.map(({ units }) => units),
    runs.map(({ transferId }) => transferId ?? ""),
    formatInstant(now),
  ]);
}

// Primary key.
const select = `SELECT ${columns} FROM automation_runs WHERE tenant_id = $1 AND origin = $2 AND origin_id = $3 AND network = $4`;
const selectOne = statement<AutomationRun>(select);
const lockOne = statement<AutomationRun>(`${select} FOR UPDATE`);

export async function selectRun(session: Session, key: RunKey): Promise<AutomationRun | undefined> {
  return session.first(selectOne, valuesOf(key));
}

export async function lockRun(tx: Transaction, key: RunKey): Promise<AutomationRun | undefined> {
  return tx.first(lockOne, valuesOf(key));
}

function valuesOf({ tenantId, origin, originId, network }: RunKey) {
  return [tenantId, origin, originId, network];
}

// Primary key.
const known = statement<{ readonly originId: string }>(`
  SELECT origin_id FROM automation_runs
  WHERE tenant_id = $1 AND network = $2 AND origin = 'payment' AND origin_id = ANY ($3::text[])`);

/** Payments that already have a transfer. */
export async function selectForwardedPayments(
  session: Session,
  { tenantId, network }: AutomationScope,
  paymentIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(known, [tenantId, network, paymentIds]);
  return new Set(rows.map(({ originId }) => originId));
}

// Primary key.
const settle = statement(`
  UPDATE automation_runs SET state = $4, transfer_id = $5, problem_code = NULL, problem_detail = NULL, problem_at = NULL,
    tries = tries + 1, updated_at = $6::timestamptz
  WHERE tenant_id = $1 AND origin = $2 AND origin_id = $3`);

/** Ends a run: it has its transfer, or nothing is left to forward. */
export async function settleRun(
  tx: Transaction,
  { tenantId, origin, originId }: RunKey,
  { transferId, now }: { readonly transferId: string | undefined; readonly now: Instant },
): Promise<void> {
  const state = transferId === undefined ? "left" : "forwarded";
  await tx.run(settle, [tenantId, origin, originId, state, transferId, formatInstant(now)]);
}

// Primary key.
const keep = statement(`
  UPDATE automation_runs SET problem_code = $4, problem_detail = $5, problem_at = $6::timestamptz, tries = tries + 1,
    updated_at = $6::timestamptz
  WHERE tenant_id = $1 AND origin = $2 AND origin_id = $3`);

/** Stores a rejected attempt. */
export async function keepProblem(
  tx: Transaction,
  { tenantId, origin, originId }: RunKey,
  { code, detail, occurredAt }: Problem,
): Promise<void> {
  await tx.run(keep, [tenantId, origin, originId, code, detail, formatInstant(occurredAt)]);
}

// Index: automation_runs_waiting.
const waiting = statement<AutomationRun>(`
  SELECT ${columns} FROM automation_runs
  WHERE tenant_id = $1 AND automation_id = $2 AND state = 'waiting' ORDER BY origin_id LIMIT $3`);

/** Waiting runs, oldest first. */
export function selectWaitingRuns(
  session: Session,
  { tenantId, id }: AutomationScope & { readonly id: AutomationId },
  limit: number,
): Promise<readonly AutomationRun[]> {
  return session.rows(waiting, [tenantId, id, limit]);
}

// Index: automation_runs_waiting.
const problems = statement<Problem & { readonly automationId: AutomationId }>(`
  SELECT DISTINCT ON (automation_id) automation_id, problem_code AS code, problem_detail AS detail,
    problem_at AS occurred_at
  FROM automation_runs
  WHERE tenant_id = $1 AND automation_id = ANY ($2::text[]) AND state = 'waiting'
    AND problem_code IS NOT NULL AND problem_detail IS NOT NULL AND problem_at IS NOT NULL
  ORDER BY automation_id, problem_at DESC, origin_id DESC`);

/** The latest problem of each automation that has one. */
export async function selectProblems(
  session: Session,
  { tenantId }: AutomationScope,
  ids: readonly AutomationId[],
): Promise<ReadonlyMap<AutomationId, Problem>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(problems, [tenantId, ids]);
  return new Map(rows.map(({ automationId, ...problem }) => [automationId, problem]));
}
