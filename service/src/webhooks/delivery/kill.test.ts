import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { killAtWork } from "../../../test/kill-at-work.ts";
import { startProcessUnderTest } from "../../../test/process-under-test.ts";
import { isLong, sizeOf } from "../../../test/scale.ts";
import { startReceiver, type WebhookReceiver } from "../../../test/webhook-receiver.ts";
import { openWebhooks, type WebhooksEnvironment } from "../../../test/webhooks.ts";
import type { Event } from "../../events/index.ts";
import type { AccountId } from "../../kernel/id.ts";
import { idempotencyKeyOf } from "../message.ts";

const processUnderTestFile = new URL("../../../test/webhooks-process.ts", import.meta.url);
const eventCount = sizeOf("WEBHOOK_EVENTS", { usual: 600, long: 10_000 });
const kills = sizeOf("WEBHOOK_KILLS", { usual: 2, long: 20 });
const eventsPerRound = eventCount / kills;
const perTransaction = 20;
const endpoints = 4;
/** More events are added only while no more than this wait, so that the queue is neither empty nor huge. */
const maxWaiting = 1_000;
/** A kill repeats at most the deliveries in flight, which weigh more in a short run. */
const maxDuplicateShare = isLong ? 0.01 : 0.05;

test(`at least ${eventCount} events reach every subscriber although workers are killed ${kills} times`, {
  // The long run takes minutes on a busy machine.
  timeout: 600_000,
}, async () => {
  await using env = await openWebhooks();
  await using receiver = await startReceiver();
  const accountId = await env.addAccount();
  for (let number = 0; number < endpoints; number += 1) {
    await env.subscribe({ accountId, url: `${receiver.url}/${number}` });
  }
  const settings = { ...env.target, masterKey: env.masterKey.toString("hex") };
  const events: Event[] = [];
  await killAtWork({
    kills,
    start: () => startProcessUnderTest(processUnderTestFile, settings),
    perRound: eventsPerRound * endpoints,
    feed: async () => {
      events.push(...(await happenSome(env, accountId, eventsPerRound)));
    },
    done: async () => (await env.count()).succeeded,
    expectSettled: async () => expect(await env.count()).toMatchObject({ queued: 0 }),
  });
  expectEachDelivered(receiver, events);
});

async function happenSome(
  env: WebhooksEnvironment,
  accountId: AccountId,
  count: number,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  const types = Array.from({ length: perTransaction }, () => "transfer.created");
  while (events.length < count) {
    if ((await env.count()).queued > maxWaiting) await sleep(lookMs);
    else events.push(...(await env.happen(accountId, types)));
  }
  return events;
}

const lookMs = 20;

function expectEachDelivered(receiver: WebhookReceiver, events: readonly Event[]): void {
  const missing: string[] = [];
  for (const { id } of events) {
    for (let number = 0; number < endpoints; number += 1) {
      const seen = receiver.received.get(`/${number} ${id}`);
      if (seen === undefined) missing.push(`${number} ${id}`);
      else {
        expect([...seen.idempotencyKeys]).toEqual([idempotencyKeyOf(id)]);
        expect(seen.bodies.size).toBe(1);
      }
    }
  }
  expect(missing).toEqual([]);
  const expected = events.length * endpoints;
  expect(receiver.received.size).toBe(expected);
  const duplicates = receiver.total() - expected;
  expect(duplicates / expected).toBeLessThan(maxDuplicateShare);
}
