import { afterAll, beforeAll, expect, test } from "vitest";
import {
  dayMs,
  historyMs,
  openHistory,
  type WebhookHistoryEnvironment,
} from "../../../test/webhook-history.ts";
import { statement } from "../../db/statement.ts";
import type { JobContext } from "../../jobs/index.ts";
import { assert } from "../../kernel/assert.ts";
import type { Json } from "../../kernel/canonical-json.ts";
import { addMs, type Instant, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { historyJobs } from "./jobs.ts";

let env: WebhookHistoryEnvironment;

beforeAll(async () => {
  env = await openHistory();
});

afterAll(() => env.stop());

test("attempts of every tenant are deleted by when they ended, however old their event is", async () => {
  const now = systemClock.now();
  const other = await env.api.createClient();
  for (const accountId of [env.client.accountId, other.accountId]) {
    const createdAt = instantFromMs(0);
    const subscription = await env.addSubscription({ accountId, createdAt });
    const old = await env.happen({ accountId, at: addMs(now, -historyMs - dayMs) });
    const waitedLong = await env.happen({ accountId, at: addMs(now, -historyMs - dayMs) });
    const young = await env.happen({ accountId, at: addMs(now, -historyMs + dayMs) });
    const pending = await env.happen({ accountId, at: addMs(now, -historyMs - dayMs) });
    for (const event of [old, waitedLong, young]) await env.settle(event, subscription, "succeeded");
    await endedAt(old.id, old.createdAt);
    await endedAt(young.id, young.createdAt);
    expect(await eventsIn(subscription.id)).toHaveLength(4);
    await run(now);
    expect(await eventsIn(subscription.id)).toEqual([waitedLong.id, young.id, pending.id].sort());
  }
});

test("a run that is stopped leaves the rest to the next", async () => {
  const now = systemClock.now();
  const subscription = await env.addSubscription({ createdAt: instantFromMs(0) });
  const event = await env.happen({ at: addMs(now, -historyMs - dayMs) });
  await env.settle(event, subscription, "succeeded");
  await endedAt(event.id, event.createdAt);
  await run(now, AbortSignal.abort());
  expect(await eventsIn(subscription.id)).toEqual([event.id]);
  await run(now);
  expect(await eventsIn(subscription.id)).toEqual([]);
});

test("the schedule enqueues the defined job", () => {
  const { jobs, schedules } = jobsAt(systemClock.now());
  expect(schedules.map(({ job }) => job.kind)).toEqual(jobs.map(({ kind }) => kind));
});

function jobsAt(now: Instant) {
  return historyJobs({ database: env.deps.database, clock: { now: () => now }, historyMs });
}

async function run(now: Instant, signal = new AbortController().signal): Promise<void> {
  const [job] = jobsAt(now).jobs;
  assert(job !== undefined, "there is one job");
  const given = { id: env.deps.newId<"job">(), kind: job.kind, tenantId: undefined, network: undefined };
  const context: JobContext<Json> = {
    job: { ...given, payload: {}, runAt: now, createdAt: now },
    attempt: 1,
    signal,
    completeIn: async () => {},
  };
  await job.run(context);
}

async function endedAt(eventId: string, at: Instant): Promise<void> {
  const update =
    "UPDATE webhook_attempts SET ended_at = to_timestamp($2::double precision / 1000) WHERE event_id = $1";
  await env.deps.database.run(statement(update), [eventId, at]);
}

/** Completed and waiting attempts. */
async function eventsIn(subscriptionId: string): Promise<readonly string[]> {
  const rows = await env.deps.database.rows(
    statement<{ readonly id: string }>(`
      SELECT event_id AS id FROM webhook_attempts WHERE subscription_id = $1
      UNION ALL SELECT event_id FROM webhook_queue WHERE subscription_id = $1`),
    [subscriptionId],
  );
  return rows.map(({ id }) => id).sort();
}
