import { expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import type { ConnectionTarget } from "./pool.ts";
import { statement } from "./statement.ts";
import { createWakeUp, type WakeUp } from "./wake-up.ts";

test("a nudge wakes listeners of its topic in the same process at once", async () => {
  await using env = await openNodes(1);
  const [node] = env.nodes;
  let woken = 0;
  let others = 0;
  node?.listen("here", () => {
    woken += 1;
  });
  node?.listen("elsewhere", () => {
    others += 1;
  });
  node?.nudge("here");
  expect([woken, others]).toEqual([1, 0]);
});

test("a nudge reaches the other nodes, and its own node only once", async () => {
  await using env = await openNodes(2);
  const [first, second] = await env.connected();
  first.nudge("topic");
  await eventually(() => expect(second.woken()).toBe(1));
  expect(first.woken()).toBe(1);
});

test("many nudges become few messages, and the last one is never lost", async () => {
  await using env = await openNodes(2);
  const [first, second] = await env.connected();
  for (let nudges = 0; nudges < 1_000; nudges += 1) first.nudge("topic");
  await eventually(() => expect(second.woken()).toBe(2));
});

test("a lost connection reconnects and wakes all listeners, because messages may have been missed", async () => {
  await using env = await openNodes(2);
  const [first, second] = await env.connected();
  await env.database.run(
    statement(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'florin wake-up'`),
  );
  await eventually(() => expect([first.woken(), second.woken()]).toEqual([1, 1]));
  first.nudge("topic");
  await eventually(() => expect(second.woken()).toBe(2));
});

test("a nudge without a connection is dropped without an error", async () => {
  const target: ConnectionTarget = { socketFolder: "/nowhere", user: "unknown", database: "none" };
  const errors: unknown[] = [];
  const wakeUp = createWakeUp({
    connection: target,
    applicationName: "florin wake-up",
    onError: (error) => errors.push(error),
  });
  wakeUp.nudge("topic");
  await eventually(() => expect(errors.length).toBeGreaterThan(1));
  await wakeUp.close();
});

async function openNodes(count: number) {
  const { database, target, drop } = await createTestDatabase();
  const nodes = Array.from({ length: count }, () =>
    createWakeUp({ connection: target, applicationName: "florin wake-up", onError: () => {} }),
  );
  return {
    database,
    nodes,
    /** The nodes once each one listens; the wake-up on connecting is not counted. */
    connected: async () => {
      const counted = await Promise.all(nodes.map(countWakes));
      const [first, second] = counted;
      if (first === undefined || second === undefined) throw new Error("two nodes are needed");
      return [first, second] as const;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((node) => node.close()));
      await drop();
    },
  };
}

async function countWakes(node: WakeUp) {
  let woken = 0;
  node.listen("topic", () => {
    woken += 1;
  });
  await eventually(() => expect(woken).toBe(1));
  woken = 0;
  return { nudge: node.nudge, woken: () => woken };
}
