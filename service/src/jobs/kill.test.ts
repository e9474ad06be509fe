import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsWorld, openJobs } from "../../test/jobs.ts";
import { startVictim, type Victim } from "../../test/victim.ts";
import { statement } from "../db/statement.ts";
import { systemRandom } from "../kernel/random.ts";

const victimFile = new URL("../../test/jobs-process.ts", import.meta.url);
// Starting processes takes its time on a busy machine.
const testTimeoutMs = 120_000;
const rounds = 5;
const jobsPerRound = 100;
const jobsPerKind = (rounds * jobsPerRound) / 2;

test(
  "no job is lost when runners are killed at any moment, and an effect with its completion happens once",
  async () => {
    await using world = await openJobs();
    await world.database.run(statement("CREATE TABLE effects (kind text NOT NULL, number integer NOT NULL)"));
    const start = (): Promise<Victim> => startVictim(victimFile, world.target);
    const victims = await Promise.all([start(), start()]);
    let killedAtWork = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        await enqueueRound(world, round);
        await sleep(systemRandom() * 100);
        if ((await world.waitingJobs()).length > 0) killedAtWork += 1;
        await victims.shift()?.kill();
        victims.push(await start());
      }
      await eventually(async () => expect(await world.waitingJobs()).toEqual([]));
      const effects = await world.database.rows<EffectCounts>(countEffects);
      expect(effects).toMatchObject([
        { kind: "test.exact", done: jobsPerKind, effects: jobsPerKind },
        { kind: "test.loose", done: jobsPerKind },
      ]);
      expect(effects[1]?.effects).toBeGreaterThanOrEqual(jobsPerKind);
      expect(killedAtWork).toBeGreaterThan(0);
    } finally {
      await Promise.all(victims.map((victim) => victim.kill()));
    }
  },
  testTimeoutMs,
);

async function enqueueRound(world: JobsWorld, round: number): Promise<void> {
  const numbers = Array.from({ length: jobsPerRound }, (_, index) => round * jobsPerRound + index);
  await world.database.transaction((tx) =>
    world.queue.enqueueAll(
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
