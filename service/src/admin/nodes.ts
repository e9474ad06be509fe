import type { Session } from "../db/database.ts";
import { selectNode, selectNodes } from "../jobs/index.ts";
import { formatInstant } from "../kernel/instant.ts";
import type { AdminContext } from "./open-admin.ts";

/** A node as plain values. */
export interface NodeView {
  readonly id: string;
  readonly host: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly started: string;
  readonly lastSeen: string;
  /** No heartbeat for a minute. */
  readonly isGone: boolean;
}

/** Running nodes, newest first. */
export async function listNodes({ database }: AdminContext): Promise<readonly NodeView[]> {
  const nodes = await selectNodes(database);
  return nodes.map(({ startedAt, seenAt, ...node }) => ({
    ...node,
    started: formatInstant(startedAt),
    lastSeen: formatInstant(seenAt),
  }));
}

/** A node with a heartbeat within the last day. */
export function findNode(session: Session, id: string): Promise<Pick<NodeView, "id" | "host"> | undefined> {
  return selectNode(session, id);
}
