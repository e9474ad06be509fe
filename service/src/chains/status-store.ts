import type { Session } from "../db/database.ts";
import { leaseView } from "../db/fenced-lease.ts";
import type { Queue } from "../db/queue.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { Instant } from "../kernel/instant.ts";
import type { ChainKey } from "./chain-name.ts";
import type { ChainWorkState } from "./engine/chain-work.ts";
import { chainScanPositions, chainWork } from "./tables.ts";

/** Number of a chain's operations in a state, age of the oldest, and how many are stuck. */
export interface WorkStatus extends ChainKey {
  readonly state: ChainWorkState;
  readonly count: number;
  readonly stuck: number;
  readonly oldestSeconds: number;
}

/** Operations that usually settle within minutes, or that the chain says cannot succeed. */
const isStuck = `(refused_at IS NOT NULL OR created_at < clock_timestamp() - interval '15 minutes')`;

// Full scan of index chain_work_open.
const unsettled = statement<WorkStatus>(`
  SELECT network, chain, state, count(*)::int AS count, (count(*) FILTER (WHERE ${isStuck}))::int AS stuck,
    extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS oldest_seconds
  FROM chain_work AS work WHERE state NOT IN ('done', 'failed') GROUP BY network, chain, state
  ORDER BY network, chain, state`);

export function countAllOpenWork(session: Session): Promise<readonly WorkStatus[]> {
  return session.rows(unsettled);
}

export interface OpenWorkCount {
  readonly state: ChainWorkState;
  readonly count: number;
  readonly oldestSeconds: number;
}

// Index chain_work_open.
const openWork = statement<OpenWorkCount>(`
  SELECT state, count(*)::int AS count,
    extract(epoch FROM clock_timestamp() - min(created_at))::float8 AS oldest_seconds
  FROM chain_work WHERE network = $1 AND chain = $2 AND state NOT IN ('done', 'failed') GROUP BY state`);

export function countOpenWork(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly OpenWorkCount[]> {
  return session.rows(openWork, [network, chain]);
}

export interface StuckWork
  extends Pick<
    RowOf<typeof chainWork>,
    "id" | "network" | "chain" | "tenantId" | "owner" | "subject" | "state" | "createdAt" | "refusedAt"
  > {
  readonly kind: string;
  readonly submissions: number;
  /** The rejection from a node, if it rejected the last transaction. */
  readonly rejected: string | undefined;
}

// Index chain_work_open; for the attempts their primary key.
const stuck = statement<StuckWork>(`
  SELECT work.id, work.network, work.chain, work.tenant_id, work.owner, work.subject,
    work.operation ->> 'kind' AS kind, work.state, work.created_at, work.refused_at,
    coalesce(last.number, 0) AS submissions, last.rejected
  FROM chain_work AS work
  LEFT JOIN LATERAL (
    SELECT number, rejected FROM chain_submissions AS submission WHERE submission.work_id = work.id ORDER BY number DESC LIMIT 1
  ) AS last ON true
  WHERE work.state NOT IN ('done', 'failed') AND ${isStuck}
  ORDER BY work.created_at, work.id LIMIT $1`);

/** Oldest first. */
export function selectStuckWork(session: Session, limit: number): Promise<readonly StuckWork[]> {
  return session.rows(stuck, [limit]);
}

export interface HeldLease extends ChainKey {
  readonly task: "work" | "scan";
  readonly holder: string;
}

// A row for each task on each chain.
const held = statement<HeldLease>(`
  SELECT split_part(task, '/', 2) AS network, split_part(task, '/', 3) AS chain, split_part(task, '/', 1) AS task, holder
  FROM ${leaseView} AS lease WHERE expires_at > clock_timestamp() AND split_part(task, '/', 1) IN ('work', 'scan')
  ORDER BY 1, 2, 3`);

/** Current lease holder of each task on each chain. */
export function selectHeldLeases(session: Session): Promise<readonly HeldLease[]> {
  return session.rows(held);
}

export interface QuorumCount extends ChainKey {
  readonly count: number;
}

// Full scan of index chain_deposits_open.
const awaitingQuorum = statement<QuorumCount>(`
  SELECT network, chain, count(*)::int AS count FROM chain_deposits
  WHERE state <> 'credited' AND state = 'final' AND quorum = 'awaited' GROUP BY network, chain`);

/** Final deposits that a quorum of RPC nodes has not confirmed yet. */
export function countAwaitingQuorum(session: Session): Promise<readonly QuorumCount[]> {
  return session.rows(awaitingQuorum);
}

export interface NodeDisagreement extends ChainKey {
  readonly host: string;
  readonly count: number;
  readonly disagreedAt: Instant;
}

// A row for each RPC node that ever disagreed.
const disagreements = statement<NodeDisagreement>(`
  SELECT network, chain, host, count::int AS count, disagreed_at FROM chain_node_disagreements
  ORDER BY network, chain, host`);

/** RPC nodes that contradicted the others about a deposit. */
export function selectDisagreements(session: Session): Promise<readonly NodeDisagreement[]> {
  return session.rows(disagreements);
}

/** Deposit scan position of each chain. */
export const selectScanned = chainScanPositions.many({
  columns: ["network", "chain", "height", "scannedAt"],
});
export type ScannedTo = Omit<RowOf<typeof chainScanPositions>, "hash">;

/** Index: chain_work_open. */
export const stuckWorkQueue: Queue = {
  from: chainWork,
  where: `state NOT IN ('done', 'failed') AND ${isStuck}`,
  since: "created_at",
};
