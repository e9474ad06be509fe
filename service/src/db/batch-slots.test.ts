import pg from "pg";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { createBatchedWriter } from "./batched-writer.ts";

test("a tenant holds one slot while others wait, and further ones only when none does", async () => {
  const env = openWriter();
  for (const batch of [1, 2, 3]) await env.submitAndStart("hot", batch);
  expect(env.inFlight()).toEqual(["hot", "hot", "hot"]);
  env.submit("hot");
  await env.submitAndStart("calm", 4);
  for (const tenant of ["hot", "calm", "late", "later"]) env.submit(tenant);
  // All slots are taken. The next ones that are free are of the tenants that have none.
  for (const [ended, began] of [
    ["hot", "late"],
    ["hot", "later"],
  ] as const) {
    env.end(ended);
    await eventually(() => expect(env.inFlight()).toContain(began));
  }
  expect(env.inFlight()).toEqual(["calm", "hot", "late", "later"]);
  await env.finish();
});

test("endpoints of a tenant share its slots", async () => {
  const env = openWriter();
  for (const [index, operation] of ["a", "b", "c"].entries())
    await env.submitAndStart(`hot ${operation}`, index + 1);
  for (const operation of ["d", "e", "f"]) env.submit(`hot ${operation}`);
  await env.submitAndStart("calm a", 4);
  env.submit("late a");
  env.end("hot a");
  await eventually(() => expect(env.inFlight()).toContain("late a"));
  expect(env.inFlight().filter((partition) => partition.startsWith("hot"))).toEqual(["hot b", "hot c"]);
  await env.finish();
});

test("locked tenants take one slot each, and none of those that the others need", async () => {
  const env = openWriter();
  const locked = ["locked 1", "locked 2"];
  for (const tenant of locked) {
    await env.lockOut(tenant);
    for (let request = 0; request < 40; request += 1) env.submit(tenant);
  }
  await eventually(() => expect(env.inFlight()).toEqual(locked));
  for (const tenant of ["a", "b", "c", "d"]) {
    env.submit(tenant);
    await eventually(() => expect(env.inFlight()).toContain(tenant));
  }
  // Four batches make progress beside the two that wait for locks, which have one slot each.
  expect(env.inFlight()).toEqual(["a", "b", "c", "d", ...locked]);
  await env.finish();
});

test("any number of locked tenants leave the slots of the others free", async () => {
  const env = openWriter();
  const many = Array.from({ length: 12 }, (_, index) => `locked ${index}`);
  for (const tenant of many) await env.lockOut(tenant);
  for (const tenant of many) env.submit(tenant);
  await eventually(() => expect(env.inFlight()).toHaveLength(6));
  for (const tenant of ["a", "b", "c", "d"]) {
    env.submit(tenant);
    await eventually(() => expect(env.inFlight()).toContain(tenant));
  }
  expect(env.inFlight()).toHaveLength(10);
  env.submit("e");
  await env.finish();
});

test("a batch that is slow for the first time frees its slot for others", async () => {
  const env = openWriter({ stalledAfterMs: 1 });
  for (const [index, tenant] of ["a", "b", "c", "d"].entries()) await env.submitAndStart(tenant, index + 1);
  env.submit("e");
  await eventually(() => expect(env.inFlight()).toContain("e"));
  await env.finish();
});

test("after a batch has succeeded, its tenant takes further slots again", async () => {
  const env = openWriter();
  await env.lockOut("once");
  await env.submitAndStart("once", 1);
  env.end("once");
  await eventually(() => expect(env.inFlight()).toEqual([]));
  for (const batch of [1, 2]) await env.submitAndStart("once", batch);
  expect(env.inFlight()).toEqual(["once", "once"]);
  await env.finish();
});

test("a writer without slots for waiting batches has no more batches than it may have in progress", async () => {
  const env = openWriter({ maxSlots: 4, stalledAfterMs: 0 });
  for (const tenant of ["a", "b", "c", "d", "e"]) env.submit(tenant);
  await eventually(() => expect(env.inFlight()).toEqual(["a", "b", "c", "d"]));
  env.end("a");
  await eventually(() => expect(env.inFlight()).toEqual(["b", "c", "d", "e"]));
  await env.finish();
});

interface Item {
  readonly partition: string;
  readonly isLocked?: boolean;
}

/** A writer whose batches end when the test says so. */
function openWriter(given: { readonly maxSlots?: number; readonly stalledAfterMs?: number } = {}) {
  const running: { readonly partition: string; readonly end: () => void }[] = [];
  const submitted: Promise<unknown>[] = [];
  const state = { isFinishing: false };
  const writer = createBatchedWriter<Item, string>({
    name: "fake",
    partitionOf: ({ partition }) => partition,
    holderOf: (partition) => partition.replace(/ [a-z]$/, ""),
    batchesPerPartition: 3,
    maxBatch: 100,
    maxWaitMs: 0,
    maxQueued: 1_000,
    maxConcurrentBatches: 4,
    maxSlots: 10,
    stalledAfterMs: Number.POSITIVE_INFINITY,
    ...given,
    write: async (items) => {
      const [{ partition, isLocked } = { partition: "" }] = items;
      if (isLocked === true) throw lockTimeout();
      const gate = createGate();
      const batch = { partition, end: gate.open };
      running.push(batch);
      if (!state.isFinishing) await gate.opened;
      running.splice(running.indexOf(batch), 1);
      return items.map(() => "written");
    },
  });
  const inFlight = () => running.map(({ partition }) => partition).toSorted();
  const submit = (partition: string): void => {
    submitted.push(writer.submit({ partition }));
  };
  return {
    inFlight,
    submit,
    submitAndStart: async (partition: string, batches: number) => {
      submit(partition);
      await eventually(() => expect(running).toHaveLength(batches));
    },
    /** The tenant's batch times out on a lock. */
    lockOut: (partition: string) =>
      expect(writer.submit({ partition, isLocked: true })).rejects.toMatchObject({
        refusal: { code: "overloaded" },
      }),
    end: (partition: string) => running.find((batch) => batch.partition === partition)?.end(),
    finish: async () => {
      state.isFinishing = true;
      for (const { end } of running) end();
      await Promise.all(submitted);
      await writer.drain();
      expect(writer.load()).toEqual({ queued: 0, batchesInFlight: 0 });
    },
  };
}

function lockTimeout(): RefusalError {
  const cause = Object.assign(new pg.DatabaseError("locked", 0, "error"), {
    code: "55P03",
    severity: "ERROR",
  });
  return new RefusalError(refuse("overloaded", "locked", { retryAfterSeconds: 1 }), { cause });
}
