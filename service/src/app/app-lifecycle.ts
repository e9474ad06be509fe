import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Screener } from "../accounts/index.ts";
import type { AttemptSharing, Auth } from "../auth/index.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/database.ts";
import type { Batcher } from "../http/batch.ts";
import { closeWithin } from "../http/draining.ts";
import type { RequestLog } from "../request-log/index.ts";
import { requireCurrentSchema } from "../startup/open-database.ts";
import type { AuditWorkers } from "./audit-workers.ts";
import type { NodeHeartbeat } from "./node-heartbeat.ts";
import type { Outgoing } from "./outgoing.ts";
import type { ValueModules } from "./put-together.ts";
import type { WebhookModule } from "./webhook-module.ts";
import type { Workers } from "./workers.ts";

/** Everything that is started and stopped. */
export interface RunningParts {
  readonly server: FastifyInstance;
  readonly batcher: Batcher;
  readonly requestLog: RequestLog;
  readonly workers: Workers | undefined;
  readonly audit: AuditWorkers | undefined;
  readonly value: ValueModules;
  readonly webhooks: WebhookModule;
  readonly outgoing: Outgoing;
  readonly auth: Auth;
  readonly attempts: Pick<AttemptSharing, "start" | "stop">;
  readonly screener: Screener;
  readonly lookout: Database;
  readonly heartbeat: NodeHeartbeat;
  readonly state: { isDraining: boolean };
}

/** Starts and stops everything that this node runs. Draining happens once. */
export function createLifecycle(
  parts: RunningParts,
  { host, port, drain }: Pick<Config, "host" | "port" | "drain">,
): { readonly listen: () => Promise<string>; readonly drain: () => Promise<void> } {
  const { server, requestLog, workers, audit, value, webhooks, auth, attempts, screener, heartbeat } = parts;
  const { lookout } = parts;
  let draining: Promise<void> | undefined;
  return {
    listen: async () => {
      // A contract migration waits only for registered nodes: what was applied before is seen by this check.
      await heartbeat.start();
      await requireCurrentSchema(lookout);
      await screener.start();
      await auth.start();
      await attempts.start();
      await value.start();
      workers?.start();
      audit?.start();
      webhooks.start();
      requestLog.start();
      return server.listen({ host, port });
    },
    drain: () => {
      draining ??= drainApp(parts, drain);
      return draining;
    },
  };
}

/** Accepts no new requests or jobs, finishes the accepted ones, then stops what they relied on. */
async function drainApp(parts: RunningParts, { delayMs, graceMs }: Config["drain"]): Promise<void> {
  const { server, batcher, requestLog, workers, audit, value, webhooks, outgoing, auth, screener } = parts;
  const { attempts, lookout, heartbeat, state } = parts;
  state.isDraining = true;
  await heartbeat.drain();
  // Load balancers must see that this node is not ready before it stops listening; skip it if it never listened.
  if (delayMs > 0 && server.server.listening) await sleep(delayMs);
  const stopped = [workers?.stop(graceMs), value.stop(), webhooks.stop(graceMs)];
  await Promise.all([closeWithin(server, graceMs), ...stopped]);
  await batcher.drain();
  await audit?.stop();
  await requestLog.stop();
  await attempts.stop();
  await outgoing.wakeUp.close();
  await auth.stop();
  await screener.stop();
  await heartbeat.stop();
  await lookout.close();
}
