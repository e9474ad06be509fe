import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Screener } from "../accounts/index.ts";
import type { Auth } from "../auth/index.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { BatchDesk } from "../http/batch-desk.ts";
import { closeWithin } from "../http/draining.ts";
import type { RequestLog } from "../request-log/index.ts";
import type { NodeHeartbeat } from "../startup/node-heartbeat.ts";
import type { Outgoing } from "../startup/outgoing.ts";
import type { Workers } from "../startup/workers.ts";
import type { ValueModules } from "./put-together.ts";
import type { WebhookModule } from "./webhook-module.ts";

/** What is started, and stopped. */
export interface RunningParts {
  readonly server: FastifyInstance;
  readonly batchDesk: BatchDesk;
  readonly requestLog: RequestLog;
  readonly workers: Workers | undefined;
  readonly value: ValueModules;
  readonly webhooks: WebhookModule;
  readonly outgoing: Outgoing;
  readonly auth: Auth;
  readonly screener: Screener;
  readonly lookout: Database;
  readonly heartbeat: NodeHeartbeat;
  readonly state: { isDraining: boolean };
}

/** Starts everything this node runs, and stops it, once. */
export function createLifecycle(
  parts: RunningParts,
  { host, port, drain }: Pick<Config, "host" | "port" | "drain">,
): { readonly listen: () => Promise<string>; readonly drain: () => Promise<void> } {
  const { server, requestLog, workers, value, webhooks, auth, screener, heartbeat } = parts;
  let draining: Promise<void> | undefined;
  return {
    listen: async () => {
      await screener.start();
      await auth.start();
      await value.start();
      workers?.start();
      webhooks.start();
      requestLog.start();
      heartbeat.start();
      return server.listen({ host, port });
    },
    drain: () => {
      draining ??= drainApp(parts, drain);
      return draining;
    },
  };
}

/** The doors close and no new job is taken; what was accepted is finished; then what it relied on stops. */
async function drainApp(parts: RunningParts, { delayMs, graceMs }: Config["drain"]): Promise<void> {
  const { server, batchDesk, requestLog, workers, value, webhooks, outgoing, auth, screener } = parts;
  const { lookout, heartbeat, state } = parts;
  state.isDraining = true;
  // Balancers see that this node is not ready before its doors close; one that never opened them need not wait.
  if (delayMs > 0 && server.server.listening) await sleep(delayMs);
  const stopped = [workers?.stop(graceMs), value.stop(), webhooks.stop(graceMs)];
  await Promise.all([closeWithin(server, graceMs), ...stopped]);
  await batchDesk.drain();
  await requestLog.stop();
  await outgoing.wakeUp.close();
  await auth.stop();
  await screener.stop();
  await heartbeat.stop();
  await lookout.close();
}
