import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { statement } from "../db/statement.ts";
import { addMs, systemClock } from "../kernel/instant.ts";
import { deadJobList } from "./dead-store.ts";
import { countJobs, createDeadJobs, type DeadJobs, defineJob, type JobId } from "./index.ts";

const kind = "test.work";

test("a dead job can be retried, with all its attempts available again", async () => {
  await using env = await openJobs();
  const { dead, isFixed, ids } = await openWithDeadJobs(env, 1);
  const [id = "" as JobId] = ids;
  isFixed.value = true;
  await env.database.transaction((tx) => dead.retry(tx, id));
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  expect((await deadJobList.read(env.database, {}, { limit: 10 })).items).toEqual([]);
  expect(isFixed.attempts).toEqual([1]);
});

test("a dead job can be discarded with a reason, and stays as a record", async () => {
  await using env = await openJobs();
  const { dead, ids } = await openWithDeadJobs(env, 1);
  const [id = "" as JobId] = ids;
  await env.database.transaction((tx) => dead.discard(tx, id, "the customer cancelled"));
  expect((await deadJobList.read(env.database, {}, { limit: 10 })).items).toEqual([]);
  expect(await countJobs(env.database)).toEqual([]);
  expect(await env.database.rows(statement("SELECT discard_reason FROM dead_jobs"))).toEqual([
    { discardReason: "the customer cancelled" },
  ]);
});

test("a decision is made once", async () => {
  await using env = await openJobs();
  const { dead, ids, runner } = await openWithDeadJobs(env, 2);
  await runner.stop({ graceMs: 0 });
  const [first = "" as JobId, second = "" as JobId] = ids;
  await env.database.transaction((tx) => dead.discard(tx, first, "done by hand"));
  await env.database.transaction((tx) => dead.retry(tx, second));
  for (const id of [first, second, env.newId<"job">()]) {
    const again = env.database.transaction((tx) => dead.retry(tx, id));
    await expect(again).rejects.toMatchObject({ refusal: { code: "not_found" } });
    const late = env.database.transaction((tx) => dead.discard(tx, id, "too late"));
    await expect(late).rejects.toMatchObject({ refusal: { code: "not_found" } });
  }
});

test("a discard needs a reason", async () => {
  await using env = await openJobs();
  const { dead, ids } = await openWithDeadJobs(env, 1);
  const [id = "" as JobId] = ids;
  for (const reason of ["", "  ", "x".repeat(501)]) {
    const discarding = env.database.transaction((tx) => dead.discard(tx, id, reason));
    await expect(discarding).rejects.toMatchObject({ refusal: { code: "validation_failed" } });
  }
  expect((await deadJobList.read(env.database, {}, { limit: 10 })).items).toHaveLength(1);
});

test("dead jobs are returned newest first, page by page, by type", async () => {
  await using env = await openJobs();
  const { ids } = await openWithDeadJobs(env, 3);
  const [oldest, middle, newest] = ids;
  const first = (await deadJobList.read(env.database, {}, { limit: 2 })).items;
  expect(first.map(({ id }) => id)).toEqual([newest, middle]);
  const second = (await deadJobList.read(env.database, {}, { limit: 2, position: middle })).items;
  expect(second.map(({ id }) => id)).toEqual([oldest]);
  expect((await deadJobList.read(env.database, { kind: "test.other" }, { limit: 2 })).items).toEqual([]);
});

test("a retried job is merged with a waiting one with its key", async () => {
  await using env = await openJobs();
  const { dead, ids, runner } = await openWithDeadJobs(env, 1, "k");
  const [id = "" as JobId] = ids;
  await runner.stop({ graceMs: 0 });
  await env.database.transaction((tx) => env.queue.enqueue(tx, { kind, payload: {}, dedupeKey: "k" }));
  await env.database.transaction((tx) => dead.retry(tx, id));
  expect(await env.waitingJobs()).toHaveLength(1);
  expect((await deadJobList.read(env.database, {}, { limit: 10 })).items).toEqual([]);
});

test("the counts of each job type cover waiting, running and dead jobs", async () => {
  await using env = await openJobs();
  const { runner } = await openWithDeadJobs(env, 2);
  await runner.stop({ graceMs: 0 });
  const runAt = addMs(systemClock.now(), 60_000);
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(tx, [
      { kind, payload: {} },
      { kind: "test.later", payload: {}, runAt },
    ]),
  );
  expect(await countJobs(env.database)).toEqual([
    { kind: "test.later", scheduled: 1, ready: 0, running: 0, dead: 0 },
    { kind, scheduled: 0, ready: 1, running: 0, dead: 2 },
  ]);
});

interface WithDeadJobs {
  readonly dead: DeadJobs;
  /** In creation order. */
  readonly ids: readonly JobId[];
  readonly isFixed: { value: boolean; readonly attempts: number[] };
  readonly runner: ReturnType<JobsEnvironment["startRunner"]>;
}

async function openWithDeadJobs(
  env: JobsEnvironment,
  count: number,
  dedupeKey?: string,
): Promise<WithDeadJobs> {
  const isFixed = { value: false, attempts: [] as number[] };
  const definition = defineJob({
    kind,
    parse: () => ({}),
    maxAttempts: 1,
    handle: async ({ attempt }) => {
      if (!isFixed.value) throw new Error("broken");
      isFixed.attempts.push(attempt);
    },
  });
  const runner = env.startRunner({ definitions: [definition] });
  const dead = createDeadJobs({ clock: systemClock, wakeUp: env.wakeUp });
  const key = dedupeKey === undefined ? {} : { dedupeKey };
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(
      tx,
      Array.from({ length: count }, (_, payload) => ({ kind, payload, ...key })),
    ),
  );
  const items = await eventually(async () => {
    const found = (await deadJobList.read(env.database, {}, { limit: 100 })).items;
    expect(found).toHaveLength(count);
    return found;
  });
  return { dead, isFixed, runner, ids: items.map(({ id }) => id).reverse() };
}
