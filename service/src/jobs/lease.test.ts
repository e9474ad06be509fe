import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import type { Database } from "../db/database.ts";
import { type SqlValue, type Statement, statement } from "../db/statement.ts";
import { defineJob, LostJobError } from "./index.ts";
import type { ClaimedJob } from "./job.ts";
import { openLease, reclaimLostJobs, renewLease } from "./lease.ts";
import { markJobsDead, putBackJobs, removeDoneJobs } from "./settle-store.ts";
import { claimJobs } from "./store.ts";

const kind = "test.work";
const expireAll = statement("UPDATE job_runners SET expires_at = clock_timestamp() - interval '1 second'");

test("a renewed lease keeps its jobs", async () => {
  await using env = await openJobs();
  const job = await claimOne(env, "first");
  expect(await renewLease(env.database, "first", 60_000)).toBe(true);
  expect(await reclaimLostJobs(env.database)).toBe(0);
  expect(await removeDoneJobs(env.database, [job])).toEqual([job.id]);
});

test("the jobs of an expired lease go to other runners, and count as attempted", async () => {
  await using env = await openJobs();
  const lost = await claimOne(env, "first");
  await env.database.run(expireAll);
  expect(await reclaimLostJobs(env.database)).toBe(1);
  expect(await env.waitingJobs()).toMatchObject([{ id: lost.id, state: "ready", attempts: 1 }]);
  expect(await claimOne(env, "second")).toMatchObject({ id: lost.id, attempt: 2 });
});

test("an expired lease that was not removed is still valid", async () => {
  await using env = await openJobs();
  const job = await claimOne(env, "first");
  await env.database.run(expireAll);
  expect(await renewLease(env.database, "first", 60_000)).toBe(true);
  expect(await reclaimLostJobs(env.database)).toBe(0);
  expect(await removeDoneJobs(env.database, [job])).toEqual([job.id]);
});

test("a runner that lost a job can neither complete nor fail it nor mark it dead", async () => {
  await using env = await openJobs();
  const lost = await claimOne(env, "first");
  await env.database.run(expireAll);
  await reclaimLostJobs(env.database);
  const taken = await claimOne(env, "second");
  const putBack = { job: lost, attempts: 1, runAt: lost.runAt, lastError: "late" };
  expect(await removeDoneJobs(env.database, [lost])).toEqual([]);
  expect(await putBackJobs(env.database, [putBack], lost.runAt)).toEqual([]);
  expect(await markJobsDead(env.database, [{ job: lost, lastError: "late" }], lost.runAt)).toEqual([]);
  expect(await env.waitingJobs()).toMatchObject([{ id: taken.id, state: "running", attempts: 2 }]);
});

test("an earlier attempt of the same runner cannot settle a later one", async () => {
  await using env = await openJobs();
  const first = await claimOne(env, "only");
  await putBackJobs(
    env.database,
    [{ job: first, attempts: 1, runAt: first.runAt, lastError: "x" }],
    first.runAt,
  );
  const second = await claimAgain(env, "only");
  expect(await removeDoneJobs(env.database, [first])).toEqual([]);
  expect(await removeDoneJobs(env.database, [second])).toEqual([second.id]);
});

test("nothing can be claimed under a lease that is gone", async () => {
  await using env = await openJobs();
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  expect(await claimJobs(env.database, "never", [{ kind, tenantId: "platform", quota: 1 }])).toEqual([]);
  expect(await env.waitingJobs()).toMatchObject([{ state: "ready" }]);
});

test("a runner that lost its lease stops its handlers, and their writes are rolled back", async () => {
  await using env = await openJobs();
  await env.database.run(statement("CREATE TABLE effects (attempt integer NOT NULL)"));
  const firstIsIn = createGate();
  const outcomes: unknown[] = [];
  const exact = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ attempt, signal, completeIn }) => {
      if (attempt === 1) {
        firstIsIn.open();
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      }
      await env.database
        .transaction(async (tx) => {
          await tx.run(statement("INSERT INTO effects VALUES ($1)"), [attempt]);
          await completeIn(tx);
        })
        .catch((error: unknown) => outcomes.push(error));
    },
  });
  env.startRunner({ definitions: [exact], leaseMs: 3_000 });
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  await firstIsIn.opened;
  await env.database.transaction(async (tx) => {
    await tx.run(expireAll);
    await tx.run(statement("DELETE FROM job_runners"));
    await tx.run(statement("UPDATE jobs SET state = 'ready', runner_token = NULL"));
  });
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  await eventually(() => expect(outcomes).toHaveLength(1));
  expect(outcomes[0]).toBeInstanceOf(LostJobError);
  expect(await env.database.rows(statement("SELECT attempt FROM effects"))).toEqual([{ attempt: 2 }]);
  expect(env.reports).toContainEqual({ type: "lease_lost", runningCount: 1 });
});

test("jobs whose claim was committed without the runner knowing are not held permanently", async () => {
  await using env = await openJobs();
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  let lostReplies = 0;
  const deaf: Database = {
    ...env.database,
    rows: async <Row extends object>(requested: Statement<Row>, values?: readonly SqlValue[]) => {
      const rows = await env.database.rows(requested, values);
      const isClaim = rows.some((row) => "attempt" in row);
      if (!isClaim || lostReplies > 0) return rows;
      lostReplies += 1;
      throw new Error("Connection terminated unexpectedly");
    },
  };
  const attempts: number[] = [];
  const definition = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ attempt }) => void attempts.push(attempt),
  });
  env.startRunner({ definitions: [definition], database: deaf });
  await eventually(() => expect(attempts).toEqual([1]));
  expect(lostReplies).toBe(1);
});

test("a job that kills every runner is marked dead in the end", async () => {
  await using env = await openJobs();
  const ran: number[] = [];
  for (const token of ["first", "second"]) {
    if (token === "first") await claimOne(env, token);
    else await claimAgain(env, token);
    await env.database.run(expireAll);
    await reclaimLostJobs(env.database);
  }
  const deadly = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ attempt }) => void ran.push(attempt),
    maxAttempts: 2,
  });
  env.startRunner({ definitions: [deadly] });
  await eventually(() =>
    expect(env.reports).toMatchObject([
      {
        type: "died",
        errorText: "RunnersLostError: every runner that claimed the job was lost before it finished",
      },
    ]),
  );
  expect(ran).toEqual([]);
});

async function claimOne(env: JobsEnvironment, token: string): Promise<ClaimedJob> {
  if ((await env.waitingJobs()).length === 0) {
    await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {} }));
  }
  return claimAgain(env, token);
}

async function claimAgain(env: JobsEnvironment, token: string): Promise<ClaimedJob> {
  if (!(await renewLease(env.database, token, 60_000))) await openLease(env.database, token, 60_000);
  const [job] = await claimJobs(env.database, token, [{ kind, tenantId: "platform", quota: 1 }]);
  if (job === undefined) throw new Error("there is no job to claim");
  return job;
}
