import { expect, test } from "vitest";
import { createConcurrencyLimit } from "./delivery-worker.ts";
import { type EndpointQueue, holdQueue, type LoadedAttempt } from "./endpoint-queue.ts";
import type { TakenQueue } from "./store.ts";

test("no more requests are in flight than there are slots, and queues take turns", () => {
  const posted: string[] = [];
  const capacity = createConcurrencyLimit({
    places: 4,
    post: (endpointQueue) => void posted.push(endpointQueue.taken.url),
  });
  const [busy, quiet] = [queueWith("busy", 10), queueWith("quiet", 1)];
  capacity.enter(busy);
  expect(posted).toEqual(["busy", "busy", "busy", "busy"]);
  capacity.enter(quiet);
  expect(posted).toHaveLength(4);
  busy.posting -= 1;
  capacity.enter(busy);
  capacity.leave(false);
  capacity.leave(false);
  expect(posted.slice(4)).toEqual(["busy", "quiet"]);
});

test("queues whose last attempt failed share a quarter of the slots", () => {
  const posted: EndpointQueue[] = [];
  const capacity = createConcurrencyLimit({
    places: 8,
    post: (endpointQueue) => void posted.push(endpointQueue),
  });
  const troubled = Array.from({ length: 5 }, (_, index) => queueWith(`troubled ${index}`, 3, 1));
  for (const endpointQueue of troubled) capacity.enter(endpointQueue);
  expect(capacity.load()).toEqual({ taken: 2, troubled: 2 });
  capacity.enter(queueWith("sound", 4));
  expect(capacity.load().taken).toBe(6);
  capacity.leave(true);
  expect(capacity.load()).toEqual({ taken: 6, troubled: 2 });
});

test("a slot of the failing queues goes to one that can use it", () => {
  const posted: string[] = [];
  const capacity = createConcurrencyLimit({
    places: 4,
    post: (endpointQueue) => void posted.push(endpointQueue.taken.url),
  });
  const [first, done, next] = ["first", "done", "next"].map((url) => queueWith(url, 1, 1));
  for (const endpointQueue of [first, done, next])
    if (endpointQueue !== undefined) capacity.enter(endpointQueue);
  done?.waiting.pop();
  capacity.leave(true);
  expect(posted).toEqual(["first", "next"]);
});

function queueWith(url: string, waiting: number, failuresInARow = 0): EndpointQueue {
  const taken = { url, failuresInARow, status: "active" } as unknown as TakenQueue;
  const endpointQueue = holdQueue(taken, [Buffer.alloc(32)], 32);
  endpointQueue.waiting = Array.from({ length: waiting }, () => ({}) as unknown as LoadedAttempt);
  return endpointQueue;
}
