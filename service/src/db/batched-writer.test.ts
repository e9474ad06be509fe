import fc from "fast-check";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { isRefusal, type Refusal, RefusalError, refuse } from "../kernel/refusal.ts";
import { type BatchedWriterOptions, createBatchedWriter } from "./batched-writer.ts";
import { createFairQueue } from "./fair-queue.ts";

type Behaviour = "written" | "refused" | "poison";

interface FakeRequest {
  readonly number: number;
  readonly partition: string;
  readonly behaviour: Behaviour;
}

const submission = fc.record({
  partition: fc.constantFrom("a", "b", "c"),
  behaviour: fc.oneof(
    { weight: 8, arbitrary: fc.constant<Behaviour>("written") },
    { weight: 2, arbitrary: fc.constant<Behaviour>("refused") },
    { weight: 1, arbitrary: fc.constant<Behaviour>("poison") },
  ),
  turnsBefore: fc.nat({ max: 3 }),
});
const limits = fc.record({
  maxBatch: fc.integer({ min: 1, max: 8 }),
  maxWaitMs: fc.nat({ max: 2 }),
  maxConcurrentBatches: fc.integer({ min: 1, max: 3 }),
});

test("each item gets its own result exactly once, in the order of its partition", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(submission, { maxLength: 40 }),
      limits,
      fc.infiniteStream(fc.nat({ max: 3 })),
      async (submissions, within, writeTurns) => {
        const port = createFakePort(writeTurns);
        const writer = createBatchedWriter({ ...port.options, ...within, maxQueued: 1_000 });
        const responses: Promise<PromiseSettledResult<string | Refusal>[]>[] = [];
        const requests = submissions.map((request, number) => ({ ...request, number }));
        for (const request of requests) {
          await turns(request.turnsBefore);
          responses.push(Promise.allSettled([writer.submit(request)]));
        }
        await writer.drain();
        const settled = (await Promise.all(responses)).flat();
        expect(settled.map(outcomeText)).toEqual(requests.map(expectedText));
        for (const partition of ["a", "b", "c"]) {
          const expected = requests.filter(
            (request) => request.partition === partition && request.behaviour === "written",
          );
          expect(port.written.filter((request) => request.partition === partition)).toEqual(expected);
        }
        expect(port.most.batches).toBeLessThanOrEqual(within.maxConcurrentBatches);
        expect(port.most.requests).toBeLessThanOrEqual(within.maxBatch);
        expect(writer.load()).toEqual({ queued: 0, batchesInFlight: 0 });
      },
    ),
    { numRuns: 150 },
  );
});

test("concurrent requests are written together", async () => {
  const port = createFakePort();
  const writer = createBatchedWriter({ ...port.options });
  await Promise.all(Array.from({ length: 50 }, (_, number) => writer.submit(ordinary(number))));
  expect(port.batchSizes).toEqual([50]);
});

test("a single request is not delayed", async () => {
  const port = createFakePort();
  const writer = createBatchedWriter({ ...port.options, maxWaitMs: 1_000_000 });
  await writer.submit(ordinary(1));
  await writer.submit(ordinary(2));
  expect(port.batchSizes).toEqual([1, 1]);
});

test("while a batch is being written, the next one fills", async () => {
  const gate = createGate();
  const port = createFakePort();
  const write: typeof port.options.write = async (requests) => {
    if (requests[0]?.number === 0) await gate.opened;
    return port.options.write(requests);
  };
  const writer = createBatchedWriter({ ...port.options, write });
  const first = writer.submit(ordinary(0));
  await eventually(() => expect(writer.load()).toEqual({ queued: 0, batchesInFlight: 1 }));
  const later = Array.from({ length: 30 }, (_, number) => writer.submit(ordinary(number + 1)));
  await turns(3);
  gate.open();
  await Promise.all([first, ...later]);
  expect(port.batchSizes).toEqual([1, 30]);
});

test("with two batches per partition, the next one is written while the first is still in flight", async () => {
  const gates = [createGate(), createGate()];
  const port = createFakePort();
  let started = 0;
  const write: typeof port.options.write = async (requests) => {
    const gate = gates[started];
    started += 1;
    await gate?.opened;
    return port.options.write(requests);
  };
  const writer = createBatchedWriter({ ...port.options, write, batchesPerPartition: 2 });
  const first = writer.submit(ordinary(1));
  await turns(3);
  const second = writer.submit(ordinary(2));
  await turns(3);
  expect(writer.load()).toEqual({ queued: 0, batchesInFlight: 2 });
  const third = writer.submit(ordinary(3));
  await turns(3);
  expect(writer.load()).toEqual({ queued: 1, batchesInFlight: 2 });
  gates[1]?.open();
  await second;
  gates[0]?.open();
  await Promise.all([first, third]);
  expect(port.batchSizes).toEqual([1, 1, 1]);
});

test("a batch waits for its share of the callers, and no longer than allowed", async () => {
  const gate = createGate();
  const port = createFakePort();
  const write: typeof port.options.write = async (requests) => {
    if (requests.length > 1) await gate.opened;
    return port.options.write(requests);
  };
  const writer = createBatchedWriter({ ...port.options, write, batchesPerPartition: 2, maxWaitMs: 1 });
  const many = Array.from({ length: 10 }, (_, number) => writer.submit(ordinary(number)));
  await turns(3);
  // Ten are in flight, so a batch would wait for five; but one is written when it has waited long enough.
  await writer.submit(ordinary(11));
  gate.open();
  await Promise.all(many);
  expect(port.batchSizes).toEqual([1, 10]);
});

test("a request beyond the queue limit is refused at once, with a retry time", async () => {
  const gate = createGate();
  const port = createFakePort();
  const write: typeof port.options.write = async (requests) => {
    await gate.opened;
    return port.options.write(requests);
  };
  const writer = createBatchedWriter({ ...port.options, write, maxBatch: 2, maxQueued: 3 });
  const accepted = [1, 2, 3].map((number) => writer.submit(ordinary(number)));
  await expect(writer.submit(ordinary(4))).rejects.toMatchObject({
    refusal: { code: "overloaded", retryAfterSeconds: 1 },
  });
  gate.open();
  await Promise.all(accepted);
  await writer.submit(ordinary(5));
  expect(port.written.map(({ number }) => number)).toEqual([1, 2, 3, 5]);
});

test("a draining writer finishes accepted requests and accepts no more", async () => {
  const port = createFakePort();
  const writer = createBatchedWriter({ ...port.options, maxBatch: 2 });
  const accepted = Array.from({ length: 9 }, (_, number) => writer.submit(ordinary(number)));
  const drained = writer.drain();
  await expect(writer.submit(ordinary(99))).rejects.toMatchObject({ refusal: { code: "overloaded" } });
  await drained;
  await Promise.all(accepted);
  expect(port.written).toHaveLength(9);
  await writer.drain();
});

test("when the outcome of a commit is unknown, the whole batch fails and nothing is retried", async () => {
  const outage = new RefusalError(refuse("dependency_unavailable", "gone", { retryAfterSeconds: 1 }));
  let transactions = 0;
  const port = createFakePort();
  const writer = createBatchedWriter({
    ...port.options,
    write: async () => {
      transactions += 1;
      throw outage;
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((number) => writer.submit(ordinary(number))));
  expect(settled.map((result) => result.status === "rejected" && result.reason)).toEqual([
    outage,
    outage,
    outage,
  ]);
  expect(transactions).toBe(1);
});

test("a missing result is detected", async () => {
  const port = createFakePort();
  const writer = createBatchedWriter({ ...port.options, write: async () => [] });
  await expect(writer.submit(ordinary(1))).rejects.toMatchObject({ name: "ImpossibleStateError" });
});

const atOnce = (): number => 1;

test("partitions take turns, however much they have queued", () => {
  const queue = createFairQueue<number>({ maxBatch: 2, maxWaitMs: 1_000 });
  for (let item = 0; item < 10_000; item += 1) queue.add("large", item);
  queue.add("small", -1);
  const takes = [1, 2, 3].map(() => queue.take(atOnce));
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
  const fullAt = (partition: string): number => (partition === "busy" ? Number.POSITIVE_INFINITY : 1);
  expect(queue.take(fullAt)).toEqual({ partition: "idle", items: ["b"] });
  expect(queue.take(fullAt)).toBeUndefined();
  expect(queue.dueInMs(fullAt)).toBeUndefined();
});

test("a full batch is due at once, a partial batch after its wait time", () => {
  const queue = createFairQueue<string>({ maxBatch: 2, maxWaitMs: 1_000_000 });
  queue.add("lone", "a");
  queue.add("full", "b");
  queue.add("full", "c");
  const fullAt = (): number => 2;
  expect(queue.take(fullAt)).toEqual({ partition: "full", items: ["b", "c"] });
  expect(queue.take(fullAt)).toBeUndefined();
  expect(queue.dueInMs(fullAt)).toBeGreaterThan(999_000);
  const impatient = createFairQueue<string>({ maxBatch: 2, maxWaitMs: 0 });
  impatient.add("lone", "a");
  expect(impatient.take(fullAt)).toEqual({ partition: "lone", items: ["a"] });
});

function ordinary(number: number): FakeRequest {
  return { number, partition: "a", behaviour: "written" };
}

/** An in-memory database: writes are kept when all of a batch is written. */
function createFakePort(writeTurns: Iterator<number> = [][Symbol.iterator]()) {
  const written: FakeRequest[] = [];
  const batchSizes: number[] = [];
  const most = { batches: 0, requests: 0 };
  let inFlight = 0;

  const write = async (requests: readonly FakeRequest[]): Promise<readonly (string | Refusal)[]> => {
    batchSizes.push(requests.length);
    most.requests = Math.max(most.requests, requests.length);
    inFlight += 1;
    most.batches = Math.max(most.batches, inFlight);
    try {
      await turns(writeTurns.next().value ?? 0);
      const poison = requests.find(({ behaviour }) => behaviour === "poison");
      if (poison !== undefined) throw new Error(`poison ${poison.number}`);
    } finally {
      inFlight -= 1;
    }
    written.push(...requests.filter(({ behaviour }) => behaviour === "written"));
    return requests.map(({ behaviour, number }) =>
      behaviour === "refused" ? refuse("unprocessable", `refused ${number}`) : `written ${number}`,
    );
  };
  const options: BatchedWriterOptions<FakeRequest, string | Refusal> = {
    name: "fake",
    partitionOf: ({ partition }) => partition,
    write,
    maxBatch: 100,
    maxWaitMs: 2,
    maxQueued: 1_000,
    maxConcurrentBatches: 2,
  };
  return { options, written, batchSizes, most };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

function expectedText({ behaviour, number }: FakeRequest): string {
  return behaviour === "refused" ? `unprocessable: refused ${number}` : `${behaviour} ${number}`;
}

function outcomeText(settled: PromiseSettledResult<string | Refusal>): string {
  if (settled.status === "rejected") return (settled.reason as Error).message;
  return isRefusal(settled.value) ? `${settled.value.code}: ${settled.value.detail}` : settled.value;
}
