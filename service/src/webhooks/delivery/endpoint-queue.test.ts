import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import {
  addRead,
  beginReading,
  failReading,
  holdQueue,
  isFinished,
  isHungry,
  lookAgain,
  setAside,
} from "./endpoint-queue.ts";
import type { TakenQueue } from "./store.ts";

const now = instantFromMs(1_700_000_000_000);
const secrets = [Buffer.alloc(32)] as const;
const health = { failuresInARow: 0, failingSince: undefined, pausedUntil: undefined };

test("deliveries queued during a read are read afterwards", () => {
  const queue = holdQueue(queueAt({ changeCount: 1n }), secrets, 8);
  beginReading(queue);
  lookAgain(queue, queueAt({ changeCount: 2n }), secrets, now);
  addRead(queue, [], undefined);
  expect(isHungry(queue)).toBe(true);
  beginReading(queue);
  addRead(queue, [], undefined);
  expect(isFinished(queue)).toBe(true);
});

test("a failed read is repeated, unless the queue was set aside in the meantime", () => {
  const queue = holdQueue(queueAt({}), secrets, 8);
  beginReading(queue);
  failReading(queue);
  expect(isHungry(queue)).toBe(true);
  beginReading(queue);
  setAside(queue);
  failReading(queue);
  expect(isFinished(queue)).toBe(true);
});

test("a new URL starts with its own health, and is not disabled for responses of the old one", () => {
  const queue = holdQueue(queueAt({ failuresInARow: 7, failingSince: now }), secrets, 8);
  queue.disabling = "failing";
  lookAgain(queue, queueAt({ failuresInARow: 0, changeCount: 1n }), secrets, now);
  expect(queue).toMatchObject({ health: { failuresInARow: 7 }, disabling: "failing" });
  lookAgain(queue, queueAt({ url: "https://new.example/", changeCount: 2n }), secrets, now);
  expect(queue).toMatchObject({ health, disabling: undefined });
});

function queueAt(overrides: Partial<TakenQueue>): TakenQueue {
  return {
    ...health,
    url: "https://old.example/",
    status: "active",
    changeCount: 0n,
    ...overrides,
  } as TakenQueue;
}
