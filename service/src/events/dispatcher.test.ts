import { expect, test } from "vitest";
import { type EventsEnvironment, openEvents } from "../../test/events.ts";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { ConsumerError, defineConsumer, type Event, measureOutbox } from "./index.ts";

test("every consumer gets every event, each account's in order", async () => {
  await using env = await openEvents();
  const dispatched: Record<string, Event[]> = { first: [], second: [] };
  const consumers = Object.entries(dispatched).map(([name, events]) =>
    defineConsumer({ name, handle: async (_tx, batch) => void events.push(...batch) }),
  );
  env.startDispatcher({ consumers, batchSize: 7 });
  const accounts = [env.newId<"account">(), env.newId<"account">()];
  await Promise.all(Array.from({ length: 30 }, () => append(env, accounts, "x")));
  await eventually(async () => expect(await measureOutbox(env.database)).toMatchObject({ waiting: 0 }));
  for (const events of Object.values(dispatched)) {
    for (const accountId of accounts) {
      const sequences = events
        .filter((event) => event.accountId === accountId)
        .map(({ sequence }) => sequence);
      expect(sequences).toEqual(Array.from({ length: 30 }, (_, index) => BigInt(index + 1)));
    }
  }
  expect(dispatched["first"]?.[0]).toMatchObject({ ...env.owner, type: "x", data: { about: "x" } });
});

test("events of a transaction that rolls back are never dispatched", async () => {
  await using env = await openEvents();
  const dispatched: string[] = [];
  const consumer = defineConsumer({
    name: "test",
    handle: async (_tx, events) => void dispatched.push(...events.map(({ type }) => type)),
  });
  env.startDispatcher({ consumers: [consumer] });
  const accounts = [env.newId<"account">()];
  await expect(
    env.database.transaction(async (tx) => {
      await env.log.append(
        tx,
        env.owner,
        accounts.map((accountId) => ({ accountId, type: "rolled_back", data: {} })),
      );
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await append(env, accounts, "committed");
  await eventually(() => expect(dispatched).toEqual(["committed"]));
});

test("an event whose transaction began earlier but commits later is dispatched too", async () => {
  await using env = await openEvents();
  const [early, late] = [createGate(), createGate()];
  const earlier = env.database.transaction(async (tx) => {
    await env.log.append(tx, env.owner, [{ accountId: env.newId<"account">(), type: "earlier", data: {} }]);
    early.open();
    await late.opened;
  });
  await early.opened;
  await append(env, [env.newId<"account">()], "later");
  const dispatched: string[] = [];
  const consumer = defineConsumer({
    name: "test",
    handle: async (_tx, events) => {
      // The earlier transaction commits between the read of this batch and its removal.
      late.open();
      await earlier;
      dispatched.push(...events.map(({ type }) => type));
    },
  });
  env.startDispatcher({ consumers: [consumer] });
  await eventually(() => expect(dispatched).toEqual(["later", "earlier"]));
});

test("without consumers the outbox is emptied", async () => {
  await using env = await openEvents();
  await append(env, [env.newId<"account">()], "x");
  expect(await measureOutbox(env.database)).toMatchObject({ waiting: 1, oldestAt: expect.any(Number) });
  env.startDispatcher({});
  await eventually(async () =>
    expect(await measureOutbox(env.database)).toEqual({ waiting: 0, oldestAt: undefined }),
  );
});

test("a consumer that throws stops the dispatch, is reported, and loses no event", async () => {
  await using env = await openEvents();
  await env.database.run(statement("CREATE TABLE dispatched (type text NOT NULL)"));
  const write = statement("INSERT INTO dispatched SELECT unnest($1::text[])");
  let isBroken = true;
  const early = defineConsumer({
    name: "early",
    handle: async (tx, events) => void (await tx.run(write, [events.map(({ type }) => type)])),
  });
  const broken = defineConsumer({
    name: "broken",
    handle: async (_tx, events) => {
      if (isBroken && events.some(({ type }) => type === "bad")) throw new Error("cannot");
    },
  });
  for (const type of ["good", "bad", "better"]) await append(env, [env.newId<"account">()], type);
  const dispatcher = env.startDispatcher({ consumers: [early, broken] });
  await eventually(() => expect(env.errors.length).toBeGreaterThan(2));
  expect(dispatcher.health().failuresInARow).toBeGreaterThan(0);
  expect(env.errors.at(-1)).toBeInstanceOf(ConsumerError);
  expect(env.errors.at(-1)).toMatchObject({ consumer: "broken", cause: { message: "cannot" } });
  // Events before the poison event got through; it and all later ones wait, and the first consumer wrote nothing.
  expect(await readDispatched(env)).toEqual(["good"]);
  isBroken = false;
  await eventually(async () => expect(await readDispatched(env)).toEqual(["good", "bad", "better"]));
  await eventually(() => expect(dispatcher.health().failuresInARow).toBe(0));
});

test("a dispatcher that loses its connection continues", async () => {
  await using env = await openEvents();
  const dispatched: string[] = [];
  const consumer = defineConsumer({
    name: "test",
    handle: async (tx, events) => {
      if (dispatched.length === 0) {
        dispatched.push("lost");
        await tx.run(statement("SELECT pg_terminate_backend(pg_backend_pid())"));
      }
      dispatched.push(...events.map(({ type }) => type));
    },
  });
  env.startDispatcher({ consumers: [consumer] });
  await append(env, [env.newId<"account">()], "x");
  await eventually(() => expect(dispatched).toEqual(["lost", "x"]));
});

async function append(env: EventsEnvironment, accounts: readonly AccountId[], type: string): Promise<void> {
  const events = accounts.map((accountId) => ({ accountId, type, data: { about: type } }));
  await env.database.transaction((tx) => env.log.append(tx, env.owner, events));
}

async function readDispatched(env: EventsEnvironment): Promise<readonly string[]> {
  const rows = await env.database.rows(statement<{ readonly type: string }>("SELECT type FROM dispatched"));
  return rows.map(({ type }) => type);
}
