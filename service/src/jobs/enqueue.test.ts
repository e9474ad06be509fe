import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { openJobs } from "../../test/jobs.ts";
import { instantFromMs, systemClock } from "../kernel/instant.ts";
import { defineJob } from "./index.ts";

const kind = "test.work";

test("a job exists when its transaction commits and not before", async () => {
  await using env = await openJobs();
  await env.database.transaction(async (tx) => {
    await env.queue.enqueue(tx, { kind, payload: {} });
    expect(await env.waitingJobs()).toEqual([]);
  });
  expect(await env.waitingJobs()).toMatchObject([{ kind, state: "ready", attempts: 0 }]);
});

test("a job of a transaction that rolls back never exists", async () => {
  await using env = await openJobs();
  const failing = env.database.transaction(async (tx) => {
    await env.queue.enqueue(tx, { kind, payload: {} });
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await env.waitingJobs()).toEqual([]);
});

test("a job with a run time waits for it", async () => {
  let now = 1_000_000;
  const clock = { now: () => instantFromMs(now) };
  await using env = await openJobs(clock);
  const ran: number[] = [];
  env.startRunner({ definitions: [work(async () => void ran.push(now))] });
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(tx, [
      { kind, payload: {}, runAt: instantFromMs(2_000_000) },
      { kind, payload: {} },
    ]),
  );
  await eventually(() => expect(ran).toEqual([1_000_000]));
  await eventually(async () =>
    expect(await env.waitingJobs()).toMatchObject([{ state: "scheduled", runAt: 2_000_000 }]),
  );
  now = 2_000_000;
  await eventually(() => expect(ran).toEqual([1_000_000, 2_000_000]));
});

test("jobs with one key are one job while it waits, at the earlier time", async () => {
  await using env = await openJobs();
  const now = systemClock.now();
  const add = (runAt: number) =>
    env.database.transaction((tx) =>
      env.queue.enqueue(tx, { kind, payload: {}, dedupeKey: "k", runAt: instantFromMs(runAt) }),
    );
  await add(now + 60_000);
  await add(now + 90_000);
  expect(await env.waitingJobs()).toMatchObject([{ state: "scheduled", runAt: now + 60_000 }]);
  await add(now);
  expect(await env.waitingJobs()).toMatchObject([{ state: "ready", runAt: now }]);
});

test("one statement may contain a key twice", async () => {
  await using env = await openJobs();
  const now = systemClock.now();
  const runAts = [now + 60_000, now + 30_000, now + 90_000];
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(
      tx,
      runAts.map((runAt) => ({ kind, payload: {}, dedupeKey: "k", runAt: instantFromMs(runAt) })),
    ),
  );
  expect(await env.waitingJobs()).toMatchObject([{ runAt: now + 30_000 }]);
});

test("a key is scoped to its job type, tenant and network", async () => {
  await using env = await openJobs();
  const tenantId = env.newId<"tenant">();
  const job = { kind, payload: {}, dedupeKey: "k" };
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(tx, [
      job,
      { ...job, kind: "test.other" },
      { ...job, tenantId },
      { ...job, tenantId, network: "testnet" },
      { ...job, tenantId, network: "mainnet" },
    ]),
  );
  expect(await env.waitingJobs()).toHaveLength(5);
});

test("a key is free again once its job runs, because that run may have missed newer changes", async () => {
  await using env = await openJobs();
  const gate = createGate();
  let runs = 0;
  const held = work(async () => {
    runs += 1;
    await gate.opened;
  });
  env.startRunner({ definitions: [held] });
  const add = () =>
    env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {}, dedupeKey: "k" }));
  await add();
  await eventually(() => expect(runs).toBe(1));
  await add();
  await eventually(() => expect(runs).toBe(2));
  gate.open();
});

test("a waiting job that a transaction relies on is not started before that transaction commits", async () => {
  await using env = await openJobs();
  const add = { kind, payload: {}, dedupeKey: "k" };
  await env.database.transaction((tx) => env.queue.enqueue(tx, add));
  let isCommitted = false;
  const sawCommitted: boolean[] = [];
  const look = work(async () => void sawCommitted.push(isCommitted));
  await env.database.transaction(async (tx) => {
    await env.queue.enqueue(tx, add);
    const runner = env.startRunner({ definitions: [look] });
    const begun = systemClock.now();
    await eventually(() => expect(runner.health().lastClaimAt ?? 0).toBeGreaterThan(begun + 100));
    isCommitted = true;
  });
  await eventually(() => expect(sawCommitted).toEqual([true]));
});

test("a failed job is merged with a waiting one with its key", async () => {
  await using env = await openJobs();
  const gate = createGate();
  let runs = 0;
  const failsOnce = work(async () => {
    runs += 1;
    if (runs > 1) return;
    await gate.opened;
    throw new Error("not yet");
  });
  const runner = env.startRunner({ definitions: [failsOnce], concurrency: 1 });
  const add = () =>
    env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {}, dedupeKey: "k" }));
  await add();
  await eventually(() => expect(runner.health().running).toBe(1));
  await add();
  gate.open();
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  expect(runs).toBe(2);
});

function work(handle: () => Promise<void>) {
  return defineJob({ kind, parse: () => ({}), handle });
}
