import { expect } from "vitest";
import { eventually } from "./eventually.ts";
import type { ProcessUnderTest } from "./process-under-test.ts";

interface KillPlan {
  /** Number of kills that interrupt work; a kill that interrupts nothing does not count. */
  readonly kills: number;
  readonly start: () => Promise<ProcessUnderTest>;
  /** Amount of work that one call of `feed` adds. */
  readonly perRound: number;
  readonly feed: (round: number) => Promise<void>;
  /** Amount of work done so far, in all rounds. */
  readonly done: () => Promise<number>;
  /** Throws as long as anything waits. */
  readonly expectSettled: () => Promise<void>;
}

/** On a busy machine, a process may finish before it is killed. */
const maxRoundsPerKill = 20;

/**
 * Two processes share the work, and the older one is killed again and again, at a different share of the work each time.
 * Returns the number of rounds, after all work is done.
 */
export async function killAtWork(plan: KillPlan): Promise<number> {
  const { kills, start, perRound, feed, done, expectSettled } = plan;
  const processes = await Promise.all([start(), start()]);
  let [round, killedAtWork] = [0, 0];
  try {
    for (; killedAtWork < kills; round += 1) {
      expect(round).toBeLessThan(kills * maxRoundsPerKill);
      const feeding = feed(round);
      const share = ((killedAtWork * 2 + 1) % (kills * 2)) / (kills * 2);
      const target = Math.floor((round + share) * perRound);
      await eventually(async () => expect(await done()).toBeGreaterThanOrEqual(target));
      if ((await done()) < (round + 1) * perRound) killedAtWork += 1;
      await processes.shift()?.kill();
      processes.push(await start());
      await feeding;
    }
    await eventually(async () => expect(await done()).toBe(round * perRound));
    await eventually(expectSettled);
    return round;
  } finally {
    await Promise.all(processes.map((process) => process.kill()));
  }
}
