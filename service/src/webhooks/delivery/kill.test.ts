import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startVictim, type Victim } from "../../../test/victim.ts";
import { startReceiver, type WebhookReceiver } from "../../../test/webhook-receiver.ts";
import { openWebhooks, type WebhooksWorld } from "../../../test/webhooks.ts";
import type { Event } from "../../events/index.ts";
import type { AccountId } from "../../kernel/id.ts";
import { systemRandom } from "../../kernel/random.ts";
import { idempotencyKeyOf } from "../message/idempotency-key.ts";

const victimFile = new URL("../../../test/webhooks-process.ts", import.meta.url);
const eventCount = 10_000;
const perTransaction = 20;
const kills = 20;
const workers = 2;
const endpoints = 4;
/** More happens only when no more than this waits, so that the queue is neither empty nor a mountain. */
const maxWaiting = 1_000;
// Twenty processes have to be started, on a busy machine.
const patienceMs = 240_000;

test("ten thousand events reach every subscriber though workers are killed twenty times", {
  timeout: patienceMs,
}, async () => {
  await using world = await openWebhooks();
  await using receiver = await startReceiver();
  const accountId = await world.addAccount();
  for (let number = 0; number < endpoints; number += 1) {
    await world.subscribe({ accountId, url: `${receiver.url}/${number}` });
  }
  const start = (): Promise<Victim> =>
    startVictim(victimFile, { ...world.target, masterKey: world.masterKey.toString("hex") } as never);
  const victims = await Promise.all(Array.from({ length: workers }, start));
  const events: Event[] = [];
  let killedAtWork = 0;
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const happening = happenSome(world, accountId, eventCount / kills);
      await sleep(systemRandom() * 200);
      if ((await world.count()).queued > 0) killedAtWork += 1;
      await victims.shift()?.kill();
      victims.push(await start());
      events.push(...(await happening));
    }
    await untilAllSettled(world);
    expectEachDelivered(receiver, events);
    expect(killedAtWork).toBeGreaterThan(kills / 2);
  } finally {
    await Promise.all(victims.map((victim) => victim.kill()));
  }
});

async function happenSome(
  world: WebhooksWorld,
  accountId: AccountId,
  count: number,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  const types = Array.from({ length: perTransaction }, () => "transfer.created");
  while (events.length < count) {
    if ((await world.count()).queued > maxWaiting) await sleep(lookMs);
    else events.push(...(await world.happen(accountId, types)));
  }
  return events;
}

const lookMs = 20;

async function untilAllSettled(world: WebhooksWorld): Promise<void> {
  const wanted = eventCount * endpoints;
  for (;;) {
    const { queued, succeeded } = await world.count();
    expect(succeeded).toBeLessThanOrEqual(wanted);
    if (succeeded === wanted && queued === 0) return;
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
  const wanted = events.length * endpoints;
  expect(receiver.received.size).toBe(wanted);
  const duplicates = receiver.total() - wanted;
  expect(duplicates / wanted).toBeLessThan(0.01);
}
