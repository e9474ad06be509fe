import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type ProcessUnderTest, startProcessUnderTest } from "../../../test/process-under-test.ts";
import { startReceiver, type WebhookReceiver } from "../../../test/webhook-receiver.ts";
import { openWebhooks, type WebhooksEnvironment } from "../../../test/webhooks.ts";
import type { Event } from "../../events/index.ts";
import type { AccountId } from "../../kernel/id.ts";
import { systemRandom } from "../../kernel/random.ts";
import { idempotencyKeyOf } from "../message/idempotency-key.ts";

const processUnderTestFile = new URL("../../../test/webhooks-process.ts", import.meta.url);
const eventCount = 10_000;
const perTransaction = 20;
const kills = 20;
const workers = 2;
const endpoints = 4;
/** More events are added only while no more than this wait, so that the queue is neither empty nor huge. */
const maxWaiting = 1_000;
// Twenty processes have to be started, on a busy machine.
const patienceMs = 240_000;

test("ten thousand events reach every subscriber although workers are killed twenty times", {
  timeout: patienceMs,
}, async () => {
  await using env = await openWebhooks();
  await using receiver = await startReceiver();
  const accountId = await env.addAccount();
  for (let number = 0; number < endpoints; number += 1) {
    await env.subscribe({ accountId, url: `${receiver.url}/${number}` });
  }
  const start = (): Promise<ProcessUnderTest> =>
    startProcessUnderTest(processUnderTestFile, {
      ...env.target,
      masterKey: env.masterKey.toString("hex"),
    } as never);
  const processesUnderTest = await Promise.all(Array.from({ length: workers }, start));
  const events: Event[] = [];
  let killedAtWork = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const bankEvent = happenSome(env, accountId, eventCount / kills);
      await sleep(systemRandom() * 200);
      if ((await env.count()).queued > 0) killedAtWork += 1;
      await processesUnderTest.shift()?.kill();
      processesUnderTest.push(await start());
      events.push(...(await bankEvent));
    }
    await untilAllSettled(env);
    expectEachDelivered(receiver, events);
    expect(killedAtWork).toBeGreaterThan(kills / 2);
  } finally {
    await Promise.all(processesUnderTest.map((processUnderTest) => processUnderTest.kill()));
  }
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

async function untilAllSettled(env: WebhooksEnvironment): Promise<void> {
  const expected = eventCount * endpoints;
  for (;;) {
    const { queued, succeeded } = await env.count();
    expect(succeeded).toBeLessThanOrEqual(expected);
    if (succeeded === expected && queued === 0) return;
    await sleep(lookMs);
  }
}

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
  expect(duplicates / expected).toBeLessThan(0.01);
}
