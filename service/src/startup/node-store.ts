import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Id } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type NodeId = Id<"node">;

/** What a node says of itself. */
export interface NodeCard {
  readonly id: NodeId;
  readonly host: string;
  readonly roles: readonly string[];
  readonly version: string;
}

export interface ListedNode extends NodeCard {
  readonly startedAt: Instant;
  readonly seenAt: Instant;
  /** It has been silent for too long: it died, or cannot reach the database. */
  readonly isGone: boolean;
}

const goneAfter = "60 seconds";
const forgottenAfter = "1 day";
const maxListed = 500;

const say = statement(`
  INSERT INTO nodes (id, host, roles, version, started_at, seen_at)
  VALUES ($1, $2, $3::text[], $4, clock_timestamp(), clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`);

export async function noteNode(session: Session, { id, host, roles, version }: NodeCard): Promise<void> {
  await session.run(say, [id, host, roles, version]);
}

const leave = statement(`DELETE FROM nodes WHERE id = $1`);

export async function removeNode(session: Session, id: NodeId): Promise<void> {
  await session.run(leave, [id]);
}

// The table has a row for each node: reading all of it is cheap.
const sweep = statement(`DELETE FROM nodes WHERE seen_at < clock_timestamp() - interval '${forgottenAfter}'`);

/** Those that died without a word, long ago. */
export async function forgetNodes(session: Session): Promise<void> {
  await session.run(sweep);
}

// By the primary key.
const one = statement(`SELECT id, host FROM nodes WHERE id = $1`);

export function selectNode(session: Session, id: string): Promise<Pick<NodeCard, "id" | "host"> | undefined> {
  return session.first<Pick<NodeCard, "id" | "host">>(one, [id]);
}

const all = statement(`
  SELECT id, host, roles, version, started_at AS "startedAt", seen_at AS "seenAt",
    seen_at < clock_timestamp() - interval '${goneAfter}' AS "isGone"
  FROM nodes ORDER BY started_at DESC, id DESC LIMIT ${maxListed}`);

/** The newest first. */
export function selectNodes(session: Session): Promise<readonly ListedNode[]> {
  return session.rows<ListedNode>(all);
}
