import { hostname } from "node:os";
import type { Database } from "../db/database.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import { forgetNodes, type NodeId, noteNode, removeNode } from "../jobs/index.ts";
import { serviceVersion } from "../startup/service-version.ts";
import type { AppParts } from "./app-parts.ts";

/** Heartbeat of this node, from its start until it is drained. */
export interface NodeHeartbeat {
  start(): void;
  stop(): Promise<void>;
}

const beatMs = 10_000;

export function createNodeHeartbeat(
  { config, logger }: Pick<AppParts, "config" | "logger">,
  database: Database,
  id: NodeId,
): NodeHeartbeat {
  const card = { id, host: hostname(), roles: [...config.roles], version: serviceVersion() };
  const onError = (error: unknown): void => logger.warn({ err: error }, "heartbeat failed");
  const loop = createPollLoop({
    name: "node.heartbeat",
    pollMs: beatMs,
    onError,
    turn: async () => {
      await noteNode(database, card);
      await forgetNodes(database);
      return "wait";
    },
  });
  return {
    start: loop.start,
    stop: async () => {
      await loop.stop();
      // A row that remains is shown as gone, and deleted after a day.
      await removeNode(database, id).catch(onError);
    },
  };
}
