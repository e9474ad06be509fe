import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { type ProcessUnderTest, startProcessUnderTest } from "../../test/process-under-test.ts";
import { statement } from "../db/statement.ts";
import { systemRandom } from "../kernel/random.ts";

const processUnderTestFile = new URL("../../test/jobs-process.ts", import.meta.url);
// Starting processes is slow on a busy machine.
const testTimeoutMs = 120_000;
const rounds = 5;
const jobsPerRound = 100;
const jobsPerKind = (rounds * jobsPerRound) / 2;

test(
  "no job is lost when runners are killed at any point, and an effect that completes its job happens once",
  async () => {
    await using env = await openJobs();
    await env.database.run(statement("CREATE TABLE effects (kind text NOT NULL, number integer NOT NULL)"));
    const start = (): Promise<ProcessUnderTest> => startProcessUnderTest(processUnderTestFile, env.target);
    const processesUnderTest = await Promise.all([start(), start()]);
    let killedAtWork = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        await enqueueRound(env, round);
        await sleep(systemRandom() * 100);
        if ((await env.waitingJobs()).length > 0) killedAtWork += 1;
        await processesUnderTest.shift()?.kill();
        processesUnderTest.push(await start());
      }
      await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
      const effects = await env.database.rows<EffectCounts>(countEffects);
      expect(effects).toMatchObject([
        { kind: "test.exact", done: jobsPerKind, effects: jobsPerKind },
        { kind: "test.loose", done: jobsPerKind },
      ]);
      expect(effects[1]?.effects).toBeGreaterThanOrEqual(jobsPerKind);
      expect(killedAtWork).toBeGreaterThan(0);
    } finally {
      await Promise.all(processesUnderTest.map((processUnderTest) => processUnderTest.kill()));
    }
  },
  testTimeoutMs,
);

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

const countEffects = statement(`
  SELECT kind, count(DISTINCT number)::integer AS done, count(*)::integer AS effects
    FROM effects GROUP BY kind ORDER BY kind`);
