import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { openJobs } from "../../test/jobs.ts";
import { statement } from "../db/statement.ts";
import { defineJob } from "./index.ts";

const kind = "test.work";
const leases = statement("SELECT token FROM job_runners");

test("a stopping runner lets running jobs finish and claims no new ones", async () => {
  await using env = await openJobs();
  const gate = createGate();
  let begun = 0;
  const held = defineJob({
    kind,
    parse: () => ({}),
    handle: async () => {
      begun += 1;
      await gate.opened;
    },
  });
  const runner = env.startRunner({ definitions: [held], concurrency: 2, maxPerTenant: 2 });
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(
      tx,
      [1, 2, 3].map((payload) => ({ kind, payload })),
    ),
  );
  await eventually(() => expect(begun).toBe(2));
  const stopped = runner.stop({ graceMs: 240_000 });
  gate.open();
  await stopped;
  expect(begun).toBe(2);
  expect(await env.waitingJobs()).toMatchObject([{ state: "ready", attempts: 0 }]);
  expect(await env.database.rows(leases)).toEqual([]);
});

test("a job that does not finish in time is aborted and released without counting the attempt", async () => {
  await using env = await openJobs();
  const signals: AbortSignal[] = [];
  const endless = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ signal }) => {
      signals.push(signal);
      await new Promise(() => {});
    },
  });
  const runner = env.startRunner({ definitions: [endless] });
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  await eventually(() => expect(signals).toHaveLength(1));
  await runner.stop({ graceMs: 20 });
  expect(signals[0]?.reason).toMatchObject({ name: "RunnerStoppedError" });
  expect(await env.waitingJobs()).toMatchObject([{ state: "ready", attempts: 0 }]);
  expect(await env.database.rows(leases)).toEqual([]);
});

test("stop is idempotent", async () => {
  await using env = await openJobs();
  const runner = env.startRunner({ definitions: [] });
  await runner.stop({ graceMs: 0 });
  await runner.stop({ graceMs: 0 });
  expect(runner.health().running).toBe(0);
});
