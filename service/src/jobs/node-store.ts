import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type NodeId = Id<"node">;

/** A node as it registers itself. */
export interface NodeCard {
  readonly id: NodeId;
  readonly host: string;
  readonly roles: readonly string[];
  readonly version: string;
  /** Number of its newest migration. */
  readonly build: number;
}

export interface NodeSummary extends NodeCard {
  readonly startedAt: Instant;
  readonly seenAt: Instant;
  readonly drainingSince: Instant | undefined;
  /** No heartbeat for too long: the process died or cannot reach the database. */
  readonly isGone: boolean;
}

const goneAfter = "60 seconds";
const deletedAfter = "1 day";
const maxItems = 500;

const upsert = statement(`
  INSERT INTO nodes (id, host, roles, version, build, started_at, seen_at)
  VALUES ($1, $2, $3::text[], $4, $5, clock_timestamp(), clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at`);

export async function noteNode(
  session: Session,
  { id, host, roles, version, build }: NodeCard,
): Promise<void> {
  await session.run(upsert, [id, host, roles, version, build]);
}

const drain = statement(`UPDATE nodes SET draining_since = statement_timestamp() WHERE id = $1`);

export async function noteDraining(session: Session, id: NodeId): Promise<void> {
  await session.run(drain, [id]);
}

const remove = statement(`DELETE FROM nodes WHERE id = $1`);

export async function removeNode(session: Session, id: NodeId): Promise<void> {
  await session.run(remove, [id]);
}

// One row per node: a full scan is cheap.
const sweep = statement(
  `DELETE FROM nodes WHERE seen_at < statement_timestamp() - interval '${deletedAfter}'`,
);

/** Deletes nodes that died without deregistering, a day later. */
export async function forgetNodes(session: Session): Promise<void> {
  await session.run(sweep);
}

// By the primary key.
const selectById = statement<Pick<NodeCard, "id" | "host">>(`SELECT id, host FROM nodes WHERE id = $1`);

export function selectNode(session: Session, id: string): Promise<Pick<NodeCard, "id" | "host"> | undefined> {
  return session.first(selectById, [id]);
}

const selectAll = statement<NodeSummary>(`
  SELECT id, host, roles, version, build, started_at, seen_at, draining_since,
    seen_at < clock_timestamp() - interval '${goneAfter}' AS is_gone
  FROM nodes ORDER BY started_at DESC, id DESC LIMIT ${maxItems}`);

/** Newest first. */
export function selectNodes(session: Session): Promise<readonly NodeSummary[]> {
  return session.rows(selectAll);
}
