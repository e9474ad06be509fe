import { hostname } from "node:os";
import type { Database } from "../db/database.ts";
import { readMigrations } from "../db/migration-files.ts";
import { buildNumber } from "../db/migration-plan.ts";
import { createPollLoop } from "../db/poll-loop.ts";
import { forgetNodes, type NodeId, noteDraining, noteNode, removeNode } from "../jobs/index.ts";
import { serviceVersion } from "../startup/service-version.ts";
import type { AppParts } from "./app-parts.ts";

/** Heartbeat of this node, from its start until it is drained. */
export interface NodeHeartbeat {
  /** Resolves when the node is registered. */
  start(): Promise<void>;
  /** Shows that the node is draining. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const beatMs = 10_000;

export function createNodeHeartbeat(
  { config, logger }: Pick<AppParts, "config" | "logger">,
  database: Database,
  id: NodeId,
): NodeHeartbeat {
  const reading = readMigrations().then(buildNumber);
  // It is awaited with the first heartbeat, whose failures are logged.
  reading.catch(() => {});
  const onError = (error: unknown): void => logger.warn({ err: error }, "heartbeat failed");
  const beat = async (): Promise<void> => {
    const card = { id, host: hostname(), roles: [...config.roles], version: serviceVersion() };
    await noteNode(database, { ...card, build: await reading });
  };
  const loop = createPollLoop({
    name: "node.heartbeat",
    pollMs: beatMs,
    onError,
    turn: async () => {
      await beat();
      await forgetNodes(database);
      return "wait";
    },
  });
  return {
    start: async () => {
      await beat();
      loop.start();
    },
    drain: async () => {
      await noteDraining(database, { id }).catch(onError);
    },
    stop: async () => {
      await loop.stop();
      // A row that remains is shown as gone, and deleted after a day.
      await removeNode(database, { id }).catch(onError);
    },
  };
}
