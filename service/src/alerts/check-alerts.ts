import type { Database, Transaction } from "../db/database.ts";
import {
  defineJob,
  defineSchedule,
  type JobDefinition,
  type JobQueue,
  type Schedule,
} from "../jobs/index.ts";
import type { NewId } from "../kernel/id.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { type Alert, type Condition, decideAlerts, type Severity } from "./alert.ts";
import type { AlertChange } from "./channel.ts";
import { deliverAlertKind } from "./deliver-alert.ts";
import { deleteAlerts, insertAlert, resolveAlert, selectOpenAlerts } from "./store.ts";

export interface CheckAlertsDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly jobQueue: JobQueue;
  readonly minSeverity: Severity;
  readonly readConditions: () => Promise<readonly Condition[]>;
  /** Names of the channels. */
  readonly channels: readonly string[];
  /** Queues emails, in the transaction that opens or resolves the alert. */
  readonly mail: (tx: Transaction, alert: Alert, change: AlertChange) => Promise<void>;
}

const kind = "alerts.check";
const everyMs = 60_000;
const keptMs = 90 * 24 * 60 * 60_000;

/** Every minute: opens an alert when a condition begins to hold, and resolves it when the condition has ended. */
export function alertWork(deps: CheckAlertsDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle: () => checkAlerts(deps) })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

export async function checkAlerts(deps: CheckAlertsDeps): Promise<void> {
  const { database, clock, newId, minSeverity } = deps;
  const conditions = await deps.readConditions();
  const open = await selectOpenAlerts(database);
  const { opened, resolved } = decideAlerts(open, conditions, minSeverity);
  const now = clock.now();
  if (opened.length > 0 || resolved.length > 0) {
    await database.transaction(async (tx) => {
      for (const { name, severity, summary } of opened) {
        const id = newId<"alert">();
        const alert: Alert = { id, name, severity, summary, openedAt: now, resolvedAt: undefined };
        if (await insertAlert(tx, alert)) await announce(deps, tx, alert, "opened");
      }
      for (const alert of resolved) {
        const count = await resolveAlert(tx, { id: alert.id, resolvedAt: now });
        if (count === 1) await announce(deps, tx, alert, "resolved");
      }
    });
  }
  await deleteAlerts(database, { resolvedAt: instantFromMs(Math.max(0, now - keptMs)) });
}

async function announce(
  { jobQueue, channels, mail }: CheckAlertsDeps,
  tx: Transaction,
  alert: Alert,
  change: AlertChange,
): Promise<void> {
  await jobQueue.enqueueAll(
    tx,
    channels.map((channel) => ({
      kind: deliverAlertKind,
      payload: { alert_id: alert.id, channel, change },
      dedupeKey: `${alert.id} ${channel} ${change}`,
    })),
  );
  await mail(tx, alert, change);
}
