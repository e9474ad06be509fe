import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { type JobsEnvironment, openJobs } from "../../test/jobs.ts";
import { type Clock, instantFromMs } from "../kernel/instant.ts";
import { createScheduler, defineJob, defineSchedule } from "./index.ts";

const hourMs = 3_600_000;
const hourly = defineSchedule({ name: "hourly", everyMs: hourMs, job: { kind: "test.hourly", payload: {} } });

test("a tick adds one job across all nodes", async () => {
  const time = createTime(10.5);
  await using env = await openJobs(time.clock);
  const ran: number[] = [];
  const definition = defineJob({
    kind: "test.hourly",
    parse: () => ({}),
    handle: async () => void ran.push(time.clock.now() / hourMs),
  });
  for (let node = 0; node < 2; node += 1) env.startRunner({ definitions: [definition] });
  await using schedulers = startSchedulers(env, time, 3);
  await schedulers.allTurned();
  expect(ran).toEqual([]);
  for (const hour of [11, 12.25, 13.999]) {
    time.set(hour);
    await eventually(() => expect(ran.at(-1)).toBe(hour));
    await schedulers.allTurned();
  }
  expect(ran).toEqual([11, 12.25, 13.999]);
});

test("missed ticks are made up for by one job", async () => {
  const time = createTime(1);
  await using env = await openJobs(time.clock);
  {
    await using first = startSchedulers(env, time, 1);
    await first.allTurned();
  }
  time.set(100.5);
  await using second = startSchedulers(env, time, 2);
  await second.allTurned();
  expect(await env.waitingJobs()).toMatchObject([{ kind: "test.hourly", state: "ready" }]);
});

test("a node whose clock is behind adds nothing", async () => {
  const ahead = createTime(5);
  const behind = createTime(5);
  await using env = await openJobs(ahead.clock);
  await using both = startSchedulers(env, ahead, 1);
  await using late = startSchedulers(env, behind, 1);
  await both.allTurned();
  await late.allTurned();
  ahead.set(6);
  await eventually(async () => expect(await env.waitingJobs()).toHaveLength(1));
  const done = defineJob({ kind: "test.hourly", parse: () => ({}), handle: async () => {} });
  env.startRunner({ definitions: [done] });
  await eventually(async () => expect(await env.waitingJobs()).toEqual([]));
  behind.set(6);
  await late.allTurned();
  expect(await env.waitingJobs()).toEqual([]);
});

interface Time {
  readonly clock: Clock;
  set(hours: number): void;
}

function createTime(hours: number): Time {
  let now = instantFromMs(hours * hourMs);
  return {
    clock: { now: () => now },
    set: (later) => {
      now = instantFromMs(later * hourMs);
    },
  };
}

/** Each scheduler has its own clock, so that a test can detect when each has read the time again. */
function startSchedulers(env: JobsEnvironment, time: Time, count: number) {
  const reads = Array.from({ length: count }, () => 0);
  const schedulers = reads.map((_, node) => {
    const clock = {
      now: () => {
        reads[node] = (reads[node] ?? 0) + 1;
        return time.clock.now();
      },
    };
    const { database, queue } = env;
    return createScheduler({ database, queue, clock, schedules: [hourly], pollMs: 10, onError: () => {} });
  });
  for (const scheduler of schedulers) scheduler.start();
  return {
    allTurned: async () => {
      const before = [...reads];
      await eventually(() => {
        for (const [node, read] of reads.entries()) expect(read).toBeGreaterThan((before[node] ?? 0) + 2);
      });
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
    },
  };
}
