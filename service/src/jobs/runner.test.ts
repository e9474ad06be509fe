import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { type JobsWorld, openJobs } from "../../test/jobs.ts";
import { statement } from "../db/statement.ts";
import { systemClock } from "../kernel/instant.ts";
import { createDeadJobs, defineJob, type JobContext, type NewJob } from "./index.ts";

const kind = "test.work";
const quickRetries = { firstMs: 2, maxMs: 10 };

test("every job that was committed is run", async () => {
  await using world = await openJobs();
  const ran = new Set<unknown>();
  world.startRunner({ definitions: [work(async ({ job }) => void ran.add(job.payload))] });
  await enqueue(
    world,
    Array.from({ length: 250 }, (_, number) => ({ kind, payload: number })),
  );
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  expect(ran.size).toBe(250);
});

test("a handler is told whose job it is, and which attempt", async () => {
  await using world = await openJobs();
  const seen: unknown[] = [];
  world.startRunner({
    definitions: [work(async ({ job, attempt }) => void seen.push({ ...job, attempt }))],
  });
  const tenantId = world.newId<"tenant">();
  await enqueue(world, [{ kind, tenantId, network: "mainnet", payload: { a: [1, "two"] } }]);
  await eventually(() => expect(seen).toHaveLength(1));
  expect(seen[0]).toMatchObject({
    kind,
    tenantId,
    network: "mainnet",
    payload: { a: [1, "two"] },
    attempt: 1,
  });
});

test("a job that fails is tried again, later each time", async () => {
  await using world = await openJobs();
  const attempts: number[] = [];
  const failsTwice = work(async ({ attempt }) => {
    attempts.push(attempt);
    if (attempt < 3) throw new Error("not yet");
  });
  world.startRunner({ definitions: [failsTwice] });
  await enqueue(world, [{ kind, payload: {} }]);
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  expect(attempts).toEqual([1, 2, 3]);
  const failures = world.reports.filter((report) => report.type === "failed");
  expect(failures).toMatchObject([
    { kind, attempt: 1, errorText: "Error: not yet" },
    { kind, attempt: 2, errorText: "Error: not yet" },
  ]);
});

test("a job that failed its last attempt is dead, with its last error and without its payload in it", async () => {
  await using world = await openJobs();
  const hopeless = work(
    async ({ job, attempt }) => {
      throw new Error(`attempt ${attempt} on ${JSON.stringify(job.payload)} failed`);
    },
    { maxAttempts: 3 },
  );
  world.startRunner({ definitions: [hopeless] });
  await enqueue(world, [{ kind, payload: { transferId: "01HZZZZZZZZZZZZZZZZZZZZZZZ" } }]);
  const dead = createDeadJobs({ clock: systemClock, wakeUp: world.wakeUp });
  const list = await eventually(async () => {
    const found = await dead.list(world.database, { limit: 10 });
    expect(found).toHaveLength(1);
    return found;
  });
  expect(await world.waitingJobs()).toEqual([]);
  expect(list).toMatchObject([
    { kind, attempts: 3, lastError: 'Error: attempt 3 on {"transferId":"[payload]"} failed' },
  ]);
  expect(world.reports.filter(({ type }) => type === "died")).toHaveLength(1);
});

test("a payload that cannot be read fails without its words being kept", async () => {
  await using world = await openJobs();
  const strict = defineJob({
    kind,
    parse: (payload) => {
      throw new Error(`what is ${JSON.stringify(payload)}?`);
    },
    handle: async () => {},
  });
  world.startRunner({ definitions: [strict] });
  await enqueue(world, [{ kind, payload: "abc" }]);
  await eventually(async () =>
    expect(await world.waitingJobs()).toMatchObject([
      { state: "scheduled", lastError: "UnreadablePayloadError: the payload is not one of test.work" },
    ]),
  );
});

test("a job that takes too long fails and its signal is aborted", async () => {
  await using world = await openJobs();
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
  world.startRunner({ definitions: [slow] });
  await enqueue(world, [{ kind, payload: {} }]);
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  expect(aborted).toMatchObject([{ name: "JobTimeoutError" }]);
  expect(world.reports).toMatchObject([
    { type: "failed", errorText: expect.stringContaining("longer than 30 ms") },
  ]);
});

test("jobs of a kind that a node does not know wait for a node that does", async () => {
  await using world = await openJobs();
  const ran: string[] = [];
  world.startRunner({ definitions: [work(async () => void ran.push("known"))] });
  await enqueue(world, [
    { kind: "test.newer", payload: {} },
    { kind, payload: {} },
  ]);
  await eventually(() => expect(ran).toEqual(["known"]));
  await eventually(async () =>
    expect(await world.waitingJobs()).toMatchObject([{ kind: "test.newer", state: "ready", attempts: 0 }]),
  );
  const newer = defineJob({
    kind: "test.newer",
    parse: () => ({}),
    handle: async () => void ran.push("newer"),
  });
  world.startRunner({ definitions: [newer] });
  await eventually(() => expect(ran).toEqual(["known", "newer"]));
});

test("no more jobs run at once than allowed", async () => {
  await using world = await openJobs();
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
  world.startRunner({ definitions: [counted], concurrency: 4, maxPerTenant: 4 });
  await enqueue(
    world,
    Array.from({ length: 60 }, () => ({ kind, payload: {} })),
  );
  await eventually(() => expect(done).toBe(60));
  expect(most).toBe(4);
});

test("an effect that completes its job happens together with the completion", async () => {
  await using world = await openJobs();
  await world.database.run(statement("CREATE TABLE effects (job_id text NOT NULL)"));
  const insert = statement("INSERT INTO effects VALUES ($1)");
  const exact = work(async ({ job, attempt, completeIn }) => {
    await world.database.transaction(async (tx) => {
      await tx.run(insert, [job.id]);
      await completeIn(tx);
      if (attempt === 1) throw new Error("before the commit");
    });
    throw new Error("after the commit");
  });
  world.startRunner({ definitions: [exact] });
  await enqueue(world, [{ kind, payload: {} }]);
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  await eventually(() => expect(world.reports.filter(({ type }) => type === "failed")).toHaveLength(2));
  const effects = await world.database.rows(statement("SELECT job_id FROM effects"));
  expect(effects).toHaveLength(1);
});

test("a runner that loses its connections goes on when the database is back", async () => {
  await using world = await openJobs();
  const ran: unknown[] = [];
  world.startRunner({ definitions: [work(async ({ job }) => void ran.push(job.payload))] });
  await enqueue(world, [{ kind, payload: 1 }]);
  await eventually(() => expect(ran).toEqual([1]));
  await world.database
    .run(
      statement(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE datname = current_database() AND pid <> pg_backend_pid()`),
    )
    .catch(() => undefined);
  await eventually(() => enqueue(world, [{ kind, payload: 2 }]));
  await eventually(() => expect(ran).toContain(2));
});

test("health tells when the queue last answered and how much runs", async () => {
  await using world = await openJobs();
  const gate = createGate();
  const runner = world.startRunner({ definitions: [work(() => gate.opened)] });
  expect(runner.health()).toEqual({ lastClaimAt: undefined, running: 0 });
  const before = systemClock.now();
  await enqueue(world, [{ kind, payload: {} }]);
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

async function enqueue(world: JobsWorld, jobs: readonly NewJob[]): Promise<void> {
  await world.database.transaction((tx) => world.queue.enqueueAll(tx, jobs));
}
