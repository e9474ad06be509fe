import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { statement } from "../db/statement.ts";
import { systemClock } from "../kernel/instant.ts";
import { deadJobList } from "./dead-store.ts";
import { defineJob, type JobContext, type NewJob } from "./index.ts";

const kind = "test.work";
const quickRetries = { firstMs: 2, maxMs: 10 };

test("every committed job is run", async () => {
  await using env = await openJobs();
  const ran = new Set<unknown>();
  env.startRunner({ definitions: [work(async ({ job }) => void ran.add(job.payload))] });
  await enqueue(
    env,
    Array.from({ length: 250 }, (_, number) => ({ kind, payload: number })),
  );
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  expect(ran.size).toBe(250);
});

test("a handler gets the tenant of its job and the attempt", async () => {
  await using env = await openJobs();
  const seen: unknown[] = [];
  env.startRunner({
    definitions: [work(async ({ job, attempt }) => void seen.push({ ...job, attempt }))],
  });
  const tenantId = env.newId<"tenant">();
  await enqueue(env, [{ kind, tenantId, network: "mainnet", payload: { a: [1, "two"] } }]);
  await eventually(() => expect(seen).toHaveLength(1));
  expect(seen[0]).toMatchObject({
    kind,
    tenantId,
    network: "mainnet",
    payload: { a: [1, "two"] },
    attempt: 1,
  });
});

test("a job that fails is retried with growing delays", async () => {
  await using env = await openJobs();
  const attempts: number[] = [];
  const failsTwice = work(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt < 3) throw new Error("not yet");
  });
  env.startRunner({ definitions: [failsTwice] });
  await enqueue(env, [{ kind, payload: {} }]);
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  expect(attempts).toEqual([1, 2, 3]);
  const failures = env.reports.filter((report) => report.type === "failed");
  expect(failures).toMatchObject([
    { kind, attempt: 1, errorText: "Error: not yet" },
    { kind, attempt: 2, errorText: "Error: not yet" },
  ]);
});

test("a job that failed its last attempt is dead, with its last error and without its payload in it", async () => {
  await using env = await openJobs();
  const hopeless = work(
    async ({ job, attempt }) => {
      throw new Error(`attempt ${attempt} on ${JSON.stringify(job.payload)} failed`);
    },
    { maxAttempts: 3 },
  );
  env.startRunner({ definitions: [hopeless] });
  await enqueue(env, [{ kind, payload: { transferId: "01HZZZZZZZZZZZZZZZZZZZZZZZ" } }]);
  const list = await eventually(async () => {
    const found = (await deadJobList.read(env.database, {}, { limit: 10 })).items;
    expect(found).toHaveLength(1);
    return found;
  });
  expect(await env.waitingJobs()).toEqual([]);
  expect(list).toMatchObject([
    { kind, attempts: 3, lastError: 'Error: attempt 3 on {"transferId":"[payload]"} failed' },
  ]);
  await eventually(() => expect(env.reports.filter(({ type }) => type === "died")).toHaveLength(1));
});

test("an invalid payload fails the job without its content being stored", async () => {
  await using env = await openJobs();
  const strict = defineJob({
    kind,
    parse: (payload) => {
      throw new Error(`what is ${JSON.stringify(payload)}?`);
    },
    handle: async () => {},
  });
  env.startRunner({ definitions: [strict] });
  await enqueue(env, [{ kind, payload: "abc" }]);
  await eventually(async () =>
    expect(await env.waitingJobs()).toMatchObject([
      { state: "scheduled", lastError: "UnreadablePayloadError: the payload is not valid for test.work" },
    ]),
  );
});

test("a job that times out fails and its signal is aborted", async () => {
  await using env = await openJobs();
  const aborted: unknown[] = [];
  const slow = work(
    async ({ attempt, signal }) => {
      if (attempt > 1) return;
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      aborted.push(signal.reason);
      await new Promise(() => {});
    },
    { timeoutMs: 30 },
  );
  env.startRunner({ definitions: [slow] });
  await enqueue(env, [{ kind, payload: {} }]);
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  expect(aborted).toMatchObject([{ name: "JobTimeoutError" }]);
  expect(env.reports).toMatchObject([
    { type: "failed", errorText: expect.stringContaining("longer than 30 ms") },
  ]);
});

test("jobs of a type that a node does not know wait for a node that does", async () => {
  await using env = await openJobs();
  const ran: string[] = [];
  env.startRunner({ definitions: [work(async () => void ran.push("known"))] });
  await enqueue(env, [
    { kind: "test.newer", payload: {} },
    { kind, payload: {} },
  ]);
  await eventually(() => expect(ran).toEqual(["known"]));
  await eventually(async () =>
    expect(await env.waitingJobs()).toMatchObject([{ kind: "test.newer", state: "ready", attempts: 0 }]),
  );
  const newer = defineJob({
    kind: "test.newer",
    parse: () => ({}),
    handle: async () => void ran.push("newer"),
  });
  env.startRunner({ definitions: [newer] });
  await eventually(() => expect(ran).toEqual(["known", "newer"]));
});

test("no more jobs run at once than the concurrency limit", async () => {
  await using env = await openJobs();
  let running = 0;
  let most = 0;
  let done = 0;
  const counted = work(async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    done += 1;
  });
  env.startRunner({ definitions: [counted], concurrency: 4, maxPerTenant: 4 });
  await enqueue(
    env,
    Array.from({ length: 60 }, () => ({ kind, payload: {} })),
  );
  await eventually(() => expect(done).toBe(60));
  expect(most).toBe(4);
});

test("an effect that completes its job happens together with the completion", async () => {
  await using env = await openJobs();
  await env.database.run(statement("CREATE TABLE effects (job_id text NOT NULL)"));
  const insert = statement("INSERT INTO effects VALUES ($1)");
  const exact = work(async ({ job, attempt, completeIn }) => {
    await env.database.transaction(async (tx) => {
      await tx.run(insert, [job.id]);
      await completeIn(tx);
      if (attempt === 1) throw new Error("before the commit");
    });
    throw new Error("after the commit");
  });
  env.startRunner({ definitions: [exact] });
  await enqueue(env, [{ kind, payload: {} }]);
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  await eventually(() => expect(env.reports.filter(({ type }) => type === "failed")).toHaveLength(2));
  const effects = await env.database.rows(statement("SELECT job_id FROM effects"));
  expect(effects).toHaveLength(1);
});

test("a runner that loses its connections continues when the database is back", async () => {
  await using env = await openJobs();
  const ran: unknown[] = [];
  env.startRunner({ definitions: [work(async ({ job }) => void ran.push(job.payload))] });
  await enqueue(env, [{ kind, payload: 1 }]);
  await eventually(() => expect(ran).toEqual([1]));
  await env.database
    .run(
      statement(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    )
    .catch(() => undefined);
  await eventually(() => enqueue(env, [{ kind, payload: 2 }]));
  await eventually(() => expect(ran).toContain(2));
});

test("health reports the last successful claim and the number of running jobs", async () => {
  await using env = await openJobs();
  const gate = createGate();
  const runner = env.startRunner({ definitions: [work(() => gate.opened)] });
  expect(runner.health()).toEqual({ lastClaimAt: undefined, running: 0 });
  const before = systemClock.now();
  await enqueue(env, [{ kind, payload: {} }]);
  await eventually(() => expect(runner.health().running).toBe(1));
  expect(runner.health().lastClaimAt).toBeGreaterThanOrEqual(before);
  gate.open();
  await eventually(() => expect(runner.health().running).toBe(0));
});

function work(
  handle: (context: JobContext<unknown>) => Promise<void>,
  limits: { readonly maxAttempts?: number; readonly timeoutMs?: number } = {},
) {
  return defineJob({ kind, parse: (payload): unknown => payload, handle, backoff: quickRetries, ...limits });
}

async function enqueue(env: JobsEnvironment, jobs: readonly NewJob[]): Promise<void> {
  await env.database.transaction((tx) => env.queue.enqueueAll(tx, jobs));
}
