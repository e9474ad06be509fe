import { expect, test } from "vitest";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { createPollLoop, pauseAfterFailures, pollTurns } from "./poll-loop.ts";

const never = 1_000_000;

test("a loop runs its next turn at once while there is more work", async () => {
  let turns = 0;
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      turns += 1;
      return turns < 5 ? "again" : "wait";
    },
    pollMs: never,
    onError: () => {},
  });
  loop.start();
  await eventually(() => expect(turns).toBe(5));
  await loop.stop();
});

test("a wake-up in the middle of a turn is not lost", async () => {
  let turns = 0;
  const gate = createGate();
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      turns += 1;
      if (turns === 1) await gate.opened;
      return "wait";
    },
    pollMs: never,
    onError: () => {},
  });
  loop.start();
  loop.wake();
  gate.open();
  await eventually(() => expect(turns).toBe(2));
  await loop.stop();
});

test("a loop polls without wake-ups", async () => {
  let turns = 0;
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      turns += 1;
      return "wait";
    },
    pollMs: 1,
    onError: () => {},
  });
  loop.start();
  await eventually(() => expect(turns).toBeGreaterThan(3));
  await loop.stop();
});

test("a failure is reported, and the loop continues", async () => {
  const errors: unknown[] = [];
  let turns = 0;
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      turns += 1;
      if (turns < 3) throw new Error(`turn ${turns}`);
      return "wait";
    },
    pollMs: never,
    onError: (error) => errors.push(error),
    random: () => 0,
  });
  loop.start();
  await eventually(() => expect(turns).toBe(3));
  await loop.stop();
  expect(errors).toMatchObject([{ message: "turn 1" }, { message: "turn 2" }]);
});

test("stopping waits for the current turn only", async () => {
  const gate = createGate();
  let isDone = false;
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      await gate.opened;
      isDone = true;
      return "again";
    },
    pollMs: never,
    onError: () => {},
  });
  loop.start();
  const stopped = loop.stop();
  gate.open();
  await stopped;
  expect(isDone).toBe(true);
});

test("pauses after failures double up to a limit", () => {
  expect([1, 2, 3, 100].map((failures) => pauseAfterFailures(failures, 0))).toEqual([25, 50, 100, 2_500]);
  expect([1, 2, 3, 100].map((failures) => pauseAfterFailures(failures, 1))).toEqual([50, 100, 200, 5_000]);
});

test("an idle loop runs at once when it is woken, and polls quickly again", async () => {
  const turnsAtMs: number[] = [];
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      turnsAtMs.push(performance.now());
      return { dueInMs: turnsAtMs.length < 2 ? never : 1 };
    },
    pollMs: 1,
    idleMs: never,
    onError: () => {},
  });
  loop.start();
  await eventually(() => expect(turnsAtMs).toHaveLength(1));
  loop.wake();
  await eventually(() => expect(turnsAtMs.length).toBeGreaterThan(3));
  await loop.stop();
});

test("no wake-up is lost, whenever it comes", async () => {
  let waiting = 0;
  let done = 0;
  const loop = createPollLoop({
    name: "test",
    turn: async () => {
      const taken = waiting;
      waiting = 0;
      await new Promise((resolve) => setImmediate(resolve));
      done += taken;
      return "wait";
    },
    pollMs: never,
    onError: () => {},
  });
  loop.start();
  const count = 200;
  for (let added = 0; added < count; added += 1) {
    waiting += 1;
    loop.wake();
    if (added % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await eventually(() => expect(done).toBe(count));
  await loop.stop();
});

test("turns are counted by the name of the loop", async () => {
  const before = pollTurns().get("counted") ?? 0;
  const loop = createPollLoop({
    name: "counted",
    turn: async () => "wait",
    pollMs: never,
    onError: () => {},
  });
  loop.start();
  await eventually(() => expect(pollTurns().get("counted")).toBe(before + 1));
  await loop.stop();
});
