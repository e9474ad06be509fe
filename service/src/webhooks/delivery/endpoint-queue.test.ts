import { expect, test } from "vitest";
import { instantFromMs } from "../../kernel/instant.ts";
import {
  addHanded,
  addRead,
  beginReading,
  failReading,
  holdQueue,
  isFinished,
  isHungry,
  type LoadedAttempt,
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

test("after a read in parts, the queue is read once more from the beginning", () => {
  const queue = holdQueue(queueAt({}), secrets, 8);
  const next = { dueAt: now, id: attempt("a").id };
  beginReading(queue);
  addRead(queue, [], next);
  expect(queue).toMatchObject({ mayHaveMore: true, readFrom: next });
  beginReading(queue);
  addRead(queue, [], undefined);
  expect(queue).toMatchObject({ mayHaveMore: true, readFrom: undefined });
  beginReading(queue);
  addRead(queue, [], undefined);
  expect(isFinished(queue)).toBe(true);
});

test("deliveries are taken from the fan-out only if no others come first", () => {
  const queue = holdQueue(queueAt({ changeCount: 4n }), secrets, 8);
  // Everything is to be read first.
  addHanded(queue, 5n, [attempt("a")], 10);
  expect(queue.waiting).toEqual([]);
  beginReading(queue);
  addHanded(queue, 6n, [attempt("b")], 10);
  expect(queue).toMatchObject({ waiting: [], mayHaveMore: true });
  addRead(queue, [], undefined);
  beginReading(queue);
  addRead(queue, [], undefined);
  addHanded(queue, 7n, [attempt("c")], 10);
  expect(queue).toMatchObject({ waiting: [{ id: "c" }], mayHaveMore: false });
  // Known from a renewal, then one of another node in between, then too many.
  addHanded(queue, 7n, [attempt("d")], 10);
  expect(queue).toMatchObject({ waiting: [{ id: "c" }], mayHaveMore: false });
  addHanded(queue, 9n, [attempt("e")], 10);
  expect(queue).toMatchObject({ waiting: [{ id: "c" }], mayHaveMore: true });
  queue.mayHaveMore = false;
  addHanded(queue, 10n, [attempt("f"), attempt("g")], 1);
  expect(queue).toMatchObject({ waiting: [{ id: "c" }], mayHaveMore: true, seenChanges: 10n });
});

test("a queue that was set aside takes no deliveries, and can be released", () => {
  const queue = holdQueue(queueAt({ changeCount: 1n }), secrets, 8);
  setAside(queue);
  addHanded(queue, 2n, [attempt("a")], 10);
  expect(isFinished(queue)).toBe(true);
  expect(queue.seenChanges).toBe(2n);
});

function attempt(id: string): LoadedAttempt {
  return { id } as LoadedAttempt;
}

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
