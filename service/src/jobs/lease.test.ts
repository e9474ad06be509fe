import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { type JobsWorld, openJobs } from "../../test/jobs.ts";
import type { Database } from "../db/database.ts";
import { type SqlValue, type Statement, statement } from "../db/statement.ts";
import { defineJob, LostJobError } from "./index.ts";
import type { ClaimedJob } from "./job.ts";
import { reclaimLostJobs } from "./lease.ts";
import { openLease, renewLease } from "./lease-store.ts";
import { buryJobs, putBackJobs, removeDoneJobs } from "./settle-store.ts";
import { claimJobs } from "./store.ts";

const kind = "test.work";
const expireAll = statement("UPDATE job_runners SET expires_at = clock_timestamp() - interval '1 second'");

test("a lease that is kept alive keeps its jobs", async () => {
  await using world = await openJobs();
  const job = await claimOne(world, "first");
  expect(await renewLease(world.database, "first", 60_000)).toBe(true);
  expect(await reclaimLostJobs(world.database)).toBe(0);
  expect(await removeDoneJobs(world.database, [job])).toEqual([job.id]);
});

test("the jobs of a lease that ran out go to others, and count as tried", async () => {
  await using world = await openJobs();
  const lost = await claimOne(world, "first");
  await world.database.run(expireAll);
  expect(await reclaimLostJobs(world.database)).toBe(1);
  expect(await world.waitingJobs()).toMatchObject([{ id: lost.id, state: "ready", attempts: 1 }]);
  expect(await claimOne(world, "second")).toMatchObject({ id: lost.id, attempt: 2 });
});

test("a lease that ran out but that nobody took is still good", async () => {
  await using world = await openJobs();
  const job = await claimOne(world, "first");
  await world.database.run(expireAll);
  expect(await renewLease(world.database, "first", 60_000)).toBe(true);
  expect(await reclaimLostJobs(world.database)).toBe(0);
  expect(await removeDoneJobs(world.database, [job])).toEqual([job.id]);
});

test("a runner that lost a job can neither complete nor fail nor bury it", async () => {
  await using world = await openJobs();
  const lost = await claimOne(world, "first");
  await world.database.run(expireAll);
  await reclaimLostJobs(world.database);
  const taken = await claimOne(world, "second");
  const putBack = { job: lost, attempts: 1, runAt: lost.runAt, lastError: "late" };
  expect(await removeDoneJobs(world.database, [lost])).toEqual([]);
  expect(await putBackJobs(world.database, [putBack], lost.runAt)).toEqual([]);
  expect(await buryJobs(world.database, [{ job: lost, lastError: "late" }], lost.runAt)).toEqual([]);
  expect(await world.waitingJobs()).toMatchObject([{ id: taken.id, state: "running", attempts: 2 }]);
});

test("an earlier attempt of the same runner cannot settle a later one", async () => {
  await using world = await openJobs();
  const first = await claimOne(world, "only");
  await putBackJobs(
    world.database,
    [{ job: first, attempts: 1, runAt: first.runAt, lastError: "x" }],
    first.runAt,
  );
  const second = await claimAgain(world, "only");
  expect(await removeDoneJobs(world.database, [first])).toEqual([]);
  expect(await removeDoneJobs(world.database, [second])).toEqual([second.id]);
});

test("nothing can be claimed under a lease that is gone", async () => {
  await using world = await openJobs();
  await world.database.transaction((tx) => world.queue.enqueue(tx, { kind, payload: {} }));
  expect(await claimJobs(world.database, "never", [{ kind, tenantId: "platform", quota: 1 }])).toEqual([]);
  expect(await world.waitingJobs()).toMatchObject([{ state: "ready" }]);
});

test("a runner that lost its lease stops its handlers, and what they wrote is rolled back", async () => {
  await using world = await openJobs();
  await world.database.run(statement("CREATE TABLE effects (attempt integer NOT NULL)"));
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
      await world.database
        .transaction(async (tx) => {
          await tx.run(statement("INSERT INTO effects VALUES ($1)"), [attempt]);
          await completeIn(tx);
        })
        .catch((error: unknown) => outcomes.push(error));
    },
  });
  world.startRunner({ definitions: [exact], leaseMs: 300 });
  await world.database.transaction((tx) => world.queue.enqueue(tx, { kind, payload: {} }));
  await firstIsIn.opened;
  await world.database.transaction(async (tx) => {
    await tx.run(expireAll);
    await tx.run(statement("DELETE FROM job_runners"));
    await tx.run(statement("UPDATE jobs SET state = 'ready', runner_token = NULL"));
  });
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  await eventually(() => expect(outcomes).toHaveLength(1));
  expect(outcomes[0]).toBeInstanceOf(LostJobError);
  expect(await world.database.rows(statement("SELECT attempt FROM effects"))).toEqual([{ attempt: 2 }]);
  expect(world.reports).toContainEqual({ type: "lease_lost", runningCount: 1 });
});

test("jobs whose claim was committed without the runner hearing of it are not held for ever", async () => {
  await using world = await openJobs();
  await world.database.transaction((tx) => world.queue.enqueue(tx, { kind, payload: {} }));
  let lostAnswers = 0;
  const deaf: Database = {
    ...world.database,
    rows: async <Row extends object>(asked: Statement, values?: readonly SqlValue[]) => {
      const rows = await world.database.rows<Row>(asked, values);
      const isClaim = rows.some((row) => "attempt" in row);
      if (!isClaim || lostAnswers > 0) return rows;
      lostAnswers += 1;
      throw new Error("Connection terminated unexpectedly");
    },
  };
  const attempts: number[] = [];
  const definition = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ attempt }) => void attempts.push(attempt),
  });
  world.startRunner({ definitions: [definition], database: deaf });
  await eventually(() => expect(attempts).toEqual([1]));
  expect(lostAnswers).toBe(1);
});

test("a job that took every runner down with it dies in the end", async () => {
  await using world = await openJobs();
  const ran: number[] = [];
  for (const token of ["first", "second"]) {
    if (token === "first") await claimOne(world, token);
    else await claimAgain(world, token);
    await world.database.run(expireAll);
    await reclaimLostJobs(world.database);
  }
  const deadly = defineJob({
    kind,
    parse: () => ({}),
    handle: async ({ attempt }) => void ran.push(attempt),
    maxAttempts: 2,
  });
  world.startRunner({ definitions: [deadly] });
  await eventually(() =>
    expect(world.reports).toMatchObject([
      { type: "died", errorText: "RunnersLostError: each runner that took it was lost before the job ended" },
    ]),
  );
  expect(ran).toEqual([]);
});

async function claimOne(world: JobsWorld, token: string): Promise<ClaimedJob> {
  if ((await world.waitingJobs()).length === 0) {
    await world.database.transaction((tx) => world.queue.enqueue(tx, { kind, payload: {} }));
  }
  return claimAgain(world, token);
}

async function claimAgain(world: JobsWorld, token: string): Promise<ClaimedJob> {
  if (!(await renewLease(world.database, token, 60_000))) await openLease(world.database, token, 60_000);
  const [job] = await claimJobs(world.database, token, [{ kind, tenantId: "platform", quota: 1 }]);
  if (job === undefined) throw new Error("there was nothing to claim");
  return job;
}
