import { expect, test } from "vitest";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { killAtWork } from "../../test/kill-at-work.ts";
import { startProcessUnderTest } from "../../test/process-under-test.ts";
import { sizeOf } from "../../test/scale.ts";
import { statement } from "../db/statement.ts";

const processUnderTestFile = new URL("../../test/jobs-process.ts", import.meta.url);
const kills = sizeOf("JOB_KILLS", { usual: 2, long: 10 });
const jobsPerRound = 100;

test("no job is lost when runners are killed at any point, and an effect that completes its job happens once", async () => {
  await using env = await openJobs();
  await env.database.run(statement("CREATE TABLE effects (kind text NOT NULL, number integer NOT NULL)"));
  const effects = () => env.database.rows(countEffects);
  const rounds = await killAtWork({
    kills,
    start: () => startProcessUnderTest(processUnderTestFile, env.target),
    perRound: jobsPerRound,
    feed: (round) => enqueueRound(env, round),
    done: async () => (await effects()).reduce((sum, { done }) => sum + done, 0),
    expectSettled: async () => expect(await env.waitingJobs()).toEqual([]),
  });
  const jobsPerKind = (rounds * jobsPerRound) / 2;
  expect(await effects()).toMatchObject([
    { kind: "test.exact", done: jobsPerKind, effects: jobsPerKind },
    { kind: "test.loose", done: jobsPerKind },
  ]);
});

async function enqueueRound(env: JobsEnvironment, round: number): Promise<void> {
  const numbers = Array.from({ length: jobsPerRound }, (_, index) => round * jobsPerRound + index);
  await env.database.transaction((tx) =>
    env.queue.enqueueAll(
      tx,
      numbers.map((payload) => ({ kind: payload % 2 === 0 ? "test.exact" : "test.loose", payload })),
    ),
  );
}

interface EffectCounts {
  readonly kind: string;
  readonly done: number;
  readonly effects: number;
}

const countEffects = statement<EffectCounts>(`
  SELECT kind, count(DISTINCT number)::integer AS done, count(*)::integer AS effects
    FROM effects GROUP BY kind ORDER BY kind`);
