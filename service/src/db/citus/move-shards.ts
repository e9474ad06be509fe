import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { isRetriable } from "../errors.ts";
import { MigrationError } from "../migration-plan.ts";
import { firstDistributedTable } from "./engine.ts";

export interface RebalanceProgress {
  readonly finished: number;
  readonly moves: number;
}

const pollMs = 500;

/**
 * Moves shards until all workers have about the same amount of data, while the service runs. The moves are a background
 * job of Citus, so they continue if this process ends; a later call follows the same job.
 */
export async function rebalance(
  client: pg.Client,
  report: (progress: RebalanceProgress) => void,
): Promise<RebalanceProgress> {
  const running = await client.query<{ id: string }>(selectRunningJob);
  const started = running.rows[0] ?? (await client.query<{ id: string | null }>(startJob)).rows[0];
  if (started?.id == null) return { finished: 0, moves: 0 };
  for (let last = -1; ; await pause(pollMs)) {
    const { rows } = await client.query<JobRow>(selectJob, [started.id]);
    const [job] = rows;
    if (job === undefined) throw new MigrationError(`Citus has no job ${started.id} any more`);
    const progress = { finished: job.finished, moves: job.moves };
    if (job.finished !== last) report(progress);
    last = job.finished;
    if (job.state === "finished") return progress;
    if (job.state === "failed" || job.state === "cancelled")
      throw new MigrationError(
        `Citus ended job ${started.id} as ${job.state}: ${job.message ?? "no message"}`,
      );
  }
}

interface JobRow extends RebalanceProgress {
  readonly state: string;
  readonly message: string | null;
}

/** Moves a tenant into shards of its own and returns the number of the first; then, if a node is given, there. */
export async function isolateTenant(
  client: pg.Client,
  { tenantId, to }: { readonly tenantId: string; readonly to: string | undefined },
): Promise<{ readonly shard: string; readonly node: string }> {
  const values = [firstDistributedTable, tenantId];
  const before = await client.query<{ shard: string; isIsolated: boolean }>(selectShard, values);
  const isIsolated = before.rows[0]?.isIsolated === true;
  const isolating = () => client.query<{ shard: string }>(isolate, values);
  const isolated = isIsolated ? before : await despiteDeadlocks(isolating);
  const shard = isolated.rows[0]?.shard ?? "";
  if (to !== undefined) await moveShard(client, { shard, to });
  const placed = await client.query<{ node: string }>(selectPlacement, [shard]);
  return { shard, node: placed.rows[0]?.node ?? "" };
}

/** Moves a shard, with those next to it, to a node, `host:port`. */
export async function moveShard(
  client: pg.Client,
  { shard, to }: { readonly shard: string; readonly to: string },
): Promise<void> {
  await despiteDeadlocks(() => client.query(moveTo, [shard, to]));
}

const mostMoves = 10;

/**
 * A transaction that has written to a shard, and writes to it again while the move ends, waits for the move, which waits
 * for the transaction. Citus then cancels the younger of them, which is the move.
 */
async function despiteDeadlocks<T>(move: () => Promise<T>): Promise<T> {
  for (let moves = 1; ; moves += 1) {
    try {
      return await move();
    } catch (error) {
      if (moves === mostMoves || !isRetriable(error)) throw error;
    }
  }
}

const selectRunningJob = `
  SELECT job_id::text AS id FROM pg_dist_background_job
   WHERE job_type = 'rebalance' AND state IN ('scheduled', 'running') ORDER BY job_id DESC LIMIT 1`;

const startJob = "SELECT citus_rebalance_start()::text AS id";

const selectJob = `
  SELECT job.state::text AS state, count(*) FILTER (WHERE task.status = 'done')::int AS finished,
         count(*)::int AS moves, max(task.message) FILTER (WHERE task.status = 'error') AS message
    FROM pg_dist_background_job AS job JOIN pg_dist_background_task AS task USING (job_id)
   WHERE job_id = $1 GROUP BY job.state`;

const selectShard = `
  SELECT shardid::text AS shard, shardminvalue = shardmaxvalue AS "isIsolated" FROM pg_dist_shard
   WHERE shardid = get_shard_id_for_distribution_column($1, $2::text)`;

const isolate = "SELECT isolate_tenant_to_new_shard($1, $2::text, 'CASCADE')::text AS shard";

const moveTo = `
  SELECT citus_move_shard_placement($1::bigint, source.nodename, source.nodeport, target.nodename, target.nodeport)
    FROM citus_shards AS source, pg_dist_node AS target
   WHERE source.shardid = $1::bigint AND target.nodename || ':' || target.nodeport = $2
     AND (source.nodename, source.nodeport) <> (target.nodename, target.nodeport)`;

const selectPlacement = `
  SELECT nodename || ':' || nodeport AS node FROM citus_shards WHERE shardid = $1::bigint`;
