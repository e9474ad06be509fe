import { expect, test } from "vitest";
import { createFairQueue } from "./batched-writer-queue.ts";

const noneBusy: ReadonlySet<string> = new Set();

test("partitions take turns, however much they have queued", () => {
  const queue = createFairQueue<number>({ maxBatch: 2, maxWaitMs: 1_000 });
  for (let item = 0; item < 10_000; item += 1) queue.add("large", item);
  queue.add("small", -1);
  const takes = [1, 2, 3].map(() => queue.take({ busy: noneBusy, atOnce: true }));
  expect(takes).toEqual([
    { partition: "large", items: [0, 1] },
    { partition: "small", items: [-1] },
    { partition: "large", items: [2, 3] },
  ]);
  expect(queue.size()).toBe(9_996);
});

test("a busy partition is skipped", () => {
  const queue = createFairQueue<string>({ maxBatch: 2, maxWaitMs: 1_000 });
  queue.add("busy", "a");
  queue.add("idle", "b");
  const busy = new Set(["busy"]);
  expect(queue.take({ busy, atOnce: true })).toEqual({ partition: "idle", items: ["b"] });
  expect(queue.take({ busy, atOnce: true })).toBeUndefined();
});

test("a full batch is due at once, a partial batch after its wait time", () => {
  const queue = createFairQueue<string>({ maxBatch: 2, maxWaitMs: 1_000_000 });
  queue.add("lone", "a");
  queue.add("full", "b");
  queue.add("full", "c");
  expect(queue.take({ busy: noneBusy, atOnce: false })).toEqual({ partition: "full", items: ["b", "c"] });
  expect(queue.take({ busy: noneBusy, atOnce: false })).toBeUndefined();
  expect(queue.dueInMs(noneBusy)).toBeGreaterThan(999_000);
  expect(queue.dueInMs(new Set(["lone"]))).toBeUndefined();
  const impatient = createFairQueue<string>({ maxBatch: 2, maxWaitMs: 0 });
  impatient.add("lone", "a");
  expect(impatient.take({ busy: noneBusy, atOnce: false })).toEqual({ partition: "lone", items: ["a"] });
});
