import type { Database } from "../db/database.ts";
import { defineJob, type JobDefinition } from "../jobs/index.ts";
import { assert } from "../kernel/assert.ts";
import type { Json } from "../kernel/canonical-json.ts";
import { parseId } from "../kernel/id.ts";
import type { AlertId } from "./alert.ts";
import type { AlertChange, AlertChannel } from "./channel.ts";
import { selectAlert } from "./store.ts";

export const deliverAlertKind = "alerts.deliver";

/** About an hour in all. */
const maxAttempts = 12;
const backoff = { firstMs: 1_000, maxMs: 15 * 60_000 };

export interface DeliverAlertDeps {
  readonly database: Database;
  readonly channels: readonly AlertChannel[];
  readonly url: string;
}

/** Sends the beginning or the end of an alert to one channel. */
export function deliverAlertJob({ database, channels, url }: DeliverAlertDeps): JobDefinition {
  return defineJob({
    kind: deliverAlertKind,
    parse: readPayload,
    maxAttempts,
    backoff,
    handle: async ({ job: { payload }, signal }) => {
      const channel = channels.find(({ name }) => name === payload.channel);
      const alert = await selectAlert(database, { id: payload.alertId });
      // The operator removed the channel, or the alert is from long ago.
      if (channel === undefined || alert === undefined) return;
      // The end may have been sent before this: a beginning after it would stay open.
      if (payload.change === "opened" && alert.resolvedAt !== undefined) return;
      await channel.send({ alert, change: payload.change, url }, signal);
    },
  });
}

interface Payload {
  readonly alertId: AlertId;
  readonly channel: string;
  readonly change: AlertChange;
}

function readPayload(payload: Json): Payload {
  const { alert_id, channel, change } = payload as Readonly<Record<string, Json>>;
  const alertId = typeof alert_id === "string" ? parseId<"alert">(alert_id) : undefined;
  assert(alertId !== undefined && typeof channel === "string", "it has an alert and a channel");
  assert(change === "opened" || change === "resolved", "it is a beginning or an end");
  return { alertId, channel, change };
}
