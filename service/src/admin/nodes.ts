import type { Session } from "../db/database.ts";
import { formatInstant } from "../kernel/instant.ts";
import { selectNode, selectNodes } from "../startup/node-store.ts";
import type { AdminContext } from "./open-admin.ts";

/** A node in plain values. */
export interface NodeView {
  readonly id: string;
  readonly host: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly started: string;
  readonly lastSeen: string;
  /** It has been silent for a minute. */
  readonly isGone: boolean;
}

/** Which nodes run, the newest first. */
export async function listNodes({ database }: AdminContext): Promise<readonly NodeView[]> {
  const nodes = await selectNodes(database);
  return nodes.map(({ startedAt, seenAt, ...node }) => ({
    ...node,
    started: formatInstant(startedAt),
    lastSeen: formatInstant(seenAt),
  }));
}

/** One that was heard of within a day. */
export function findNode(session: Session, id: string): Promise<Pick<NodeView, "id" | "host"> | undefined> {
  return selectNode(session, id);
}
