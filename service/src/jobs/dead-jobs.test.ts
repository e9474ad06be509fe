import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsWorld, openJobs } from "../../test/jobs.ts";
import { statement } from "../db/statement.ts";
import { addMs, systemClock } from "../kernel/instant.ts";
import { countJobs, createDeadJobs, type DeadJobs, defineJob, type JobId } from "./index.ts";

const kind = "test.work";

test("a dead job can be retried, with all its attempts before it", async () => {
  await using world = await openJobs();
  const { dead, isMended, ids } = await openWithDeadJobs(world, 1);
  const [id = "" as JobId] = ids;
  isMended.value = true;
  await world.database.transaction((tx) => dead.retry(tx, id));
  await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
  expect(await dead.list(world.database, { limit: 10 })).toEqual([]);
  expect(isMended.attempts).toEqual([1]);
});

test("a dead job can be discarded with a reason, and stays as a record", async () => {
  await using world = await openJobs();
  const { dead, ids } = await openWithDeadJobs(world, 1);
  const [id = "" as JobId] = ids;
  await world.database.transaction((tx) => dead.discard(tx, id, "the customer cancelled"));
  expect(await dead.list(world.database, { limit: 10 })).toEqual([]);
  expect(await countJobs(world.database)).toEqual([]);
  expect(await world.database.rows(statement("SELECT discard_reason FROM dead_jobs"))).toEqual([
    { discard_reason: "the customer cancelled" },
  ]);
});

test("a decision is made once", async () => {
  await using world = await openJobs();
  const { dead, ids, runner } = await openWithDeadJobs(world, 2);
  await runner.stop({ graceMs: 0 });
  const [first = "" as JobId, second = "" as JobId] = ids;
  await world.database.transaction((tx) => dead.discard(tx, first, "done by hand"));
  await world.database.transaction((tx) => dead.retry(tx, second));
  for (const id of [first, second, world.newId<"job">()]) {
    const again = world.database.transaction((tx) => dead.retry(tx, id));
    await expect(again).rejects.toMatchObject({ refusal: { code: "not_found" } });
    const late = world.database.transaction((tx) => dead.discard(tx, id, "too late"));
    await expect(late).rejects.toMatchObject({ refusal: { code: "not_found" } });
  }
});

test("a discard needs a reason", async () => {
  await using world = await openJobs();
  const { dead, ids } = await openWithDeadJobs(world, 1);
  const [id = "" as JobId] = ids;
  for (const reason of ["", "  ", "x".repeat(501)]) {
    const discarding = world.database.transaction((tx) => dead.discard(tx, id, reason));
    await expect(discarding).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  }
  expect(await dead.list(world.database, { limit: 10 })).toHaveLength(1);
});

test("dead jobs are listed newest first, page by page, by kind", async () => {
  await using world = await openJobs();
  const { dead, ids } = await openWithDeadJobs(world, 3);
  const [oldest, middle, newest] = ids;
  const first = await dead.list(world.database, { limit: 2 });
  expect(first.map(({ id }) => id)).toEqual([newest, middle]);
  const second = await dead.list(world.database, { limit: 2, before: middle as JobId });
  expect(second.map(({ id }) => id)).toEqual([oldest]);
  expect(await dead.list(world.database, { limit: 2, kind: "test.other" })).toEqual([]);
});

test("a retried job and a waiting one with its key become one", async () => {
  await using world = await openJobs();
  const { dead, ids, runner } = await openWithDeadJobs(world, 1, "k");
  const [id = "" as JobId] = ids;
  await runner.stop({ graceMs: 0 });
  await world.database.transaction((tx) => world.queue.enqueue(tx, { kind, payload: {}, dedupeKey: "k" }));
  await world.database.transaction((tx) => dead.retry(tx, id));
  expect(await world.waitingJobs()).toHaveLength(1);
  expect(await dead.list(world.database, { limit: 10 })).toEqual([]);
});

test("the counts of each kind tell what waits, runs and is dead", async () => {
  await using world = await openJobs();
  const { runner } = await openWithDeadJobs(world, 2);
  await runner.stop({ graceMs: 0 });
  const runAt = addMs(systemClock.now(), 60_000);
  await world.database.transaction((tx) =>
    world.queue.enqueueAll(tx, [
      { kind, payload: {} },
      { kind: "test.later", payload: {}, runAt },
    ]),
  );
  expect(await countJobs(world.database)).toEqual([
    { kind: "test.later", scheduled: 1, ready: 0, running: 0, dead: 0 },
    { kind, scheduled: 0, ready: 1, running: 0, dead: 2 },
  ]);
});

interface WithDeadJobs {
  readonly dead: DeadJobs;
  /** In the order in which they were made. */
  readonly ids: readonly JobId[];
  readonly isMended: { value: boolean; readonly attempts: number[] };
  readonly runner: ReturnType<JobsWorld["startRunner"]>;
}

async function openWithDeadJobs(world: JobsWorld, count: number, dedupeKey?: string): Promise<WithDeadJobs> {
  const isMended = { value: false, attempts: [] as number[] };
  const definition = defineJob({
    kind,
    parse: () => ({}),
    maxAttempts: 1,
    handle: async ({ attempt }) => {
      if (!isMended.value) throw new Error("broken");
      isMended.attempts.push(attempt);
    },
  });
  const runner = world.startRunner({ definitions: [definition] });
  const dead = createDeadJobs({ clock: systemClock, wakeUp: world.wakeUp });
  const key = dedupeKey === undefined ? {} : { dedupeKey };
  await world.database.transaction((tx) =>
    world.queue.enqueueAll(
      tx,
      Array.from({ length: count }, (_, payload) => ({ kind, payload, ...key })),
    ),
  );
  const listed = await eventually(async () => {
    const found = await dead.list(world.database, { limit: 100 });
    expect(found).toHaveLength(count);
    return found;
  });
  return { dead, isMended, runner, ids: listed.map(({ id }) => id).reverse() };
}
