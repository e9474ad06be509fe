import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Screener } from "../accounts/index.ts";
import type { Auth } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import type { BatchDesk } from "../http/batch-desk.ts";
import { closeWithin } from "../http/draining.ts";
import type { RequestLog } from "../request-log/index.ts";
import type { NodeHeartbeat } from "../startup/node-heartbeat.ts";
import type { Outgoing } from "../startup/outgoing.ts";
import type { Workers } from "../startup/workers.ts";
import type { ValueModules } from "./put-together.ts";
import type { WebhookModule } from "./webhook-module.ts";

/** What an app is made of that has to be stopped. */
export interface Draining {
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
  readonly delayMs: number;
  readonly graceMs: number;
}

/** The doors close and no new job is taken; what was accepted is finished; then what it relied on stops. */
export async function drainApp({
  server,
  batchDesk,
  requestLog,
  workers,
  value,
  webhooks,
  outgoing,
  auth,
  screener,
  lookout,
  heartbeat,
  state,
  delayMs,
  graceMs,
}: Draining): Promise<void> {
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
