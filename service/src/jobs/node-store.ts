import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import type { Id } from "../kernel/id.ts";
import { nodes } from "./tables.ts";

export type NodeId = Id<"node">;

/** A node as it registers itself. */
export type NodeCard = Pick<RowOf<typeof nodes>, "id" | "host" | "roles" | "version" | "build">;

export interface NodeSummary extends RowOf<typeof nodes> {
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

export const noteDraining = nodes.update({
  by: ["id"],
  setText: "draining_since = statement_timestamp()",
});

export const removeNode = nodes.remove({ by: ["id"] });

/** Deletes nodes that died without deregistering, a day later. One row per node: a full scan is cheap. */
export const forgetNodes = nodes.remove({
  where: `seen_at < statement_timestamp() - interval '${deletedAfter}'`,
});

export const selectNode = nodes.one({ by: ["id"], columns: ["id", "host"] });

const selectAll = statement<NodeSummary>(`
  SELECT ${nodes.list()},
    seen_at < clock_timestamp() - interval '${goneAfter}' AS is_gone
  FROM nodes ORDER BY started_at DESC, id DESC LIMIT ${maxItems}`);

/** Newest first. */
export function selectNodes(session: Session): Promise<readonly NodeSummary[]> {
  return session.rows(selectAll);
}
