import { expect, test } from "vitest";
import { type EventsWorld, openEvents } from "../../test/events.ts";
import { eventually } from "../../test/eventually.ts";
import { createGate } from "../../test/gate.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { ConsumerError, defineConsumer, type Event, measureOutbox } from "./index.ts";

test("every consumer is told of every event, each account's in order", async () => {
  await using world = await openEvents();
  const told: Record<string, Event[]> = { first: [], second: [] };
  const consumers = Object.entries(told).map(([name, events]) =>
    defineConsumer({ name, handle: async (_tx, batch) => void events.push(...batch) }),
  );
  world.startDispatcher({ consumers, batchSize: 7 });
  const accounts = [world.newId<"account">(), world.newId<"account">()];
  await Promise.all(Array.from({ length: 30 }, () => append(world, accounts, "x")));
  await eventually(async () => expect(await measureOutbox(world.database)).toMatchObject({ waiting: 0 }));
  for (const events of Object.values(told)) {
    for (const accountId of accounts) {
      const sequences = events
        .filter((event) => event.accountId === accountId)
        .map(({ sequence }) => sequence);
      expect(sequences).toEqual(Array.from({ length: 30 }, (_, index) => BigInt(index + 1)));
    }
  }
  expect(told["first"]?.[0]).toMatchObject({ ...world.owner, type: "x", data: { about: "x" } });
});

test("events of a transaction that rolls back are never told", async () => {
  await using world = await openEvents();
  const told: string[] = [];
  const consumer = defineConsumer({
    name: "ears",
    handle: async (_tx, events) => void told.push(...events.map(({ type }) => type)),
  });
  world.startDispatcher({ consumers: [consumer] });
  const accounts = [world.newId<"account">()];
  await expect(
    world.database.transaction(async (tx) => {
      await world.log.append(
        tx,
        world.owner,
        accounts.map((accountId) => ({ accountId, type: "unsaid", data: {} })),
      );
      throw new Error("rolled back");
    }),
  ).rejects.toThrow("rolled back");
  await append(world, accounts, "said");
  await eventually(() => expect(told).toEqual(["said"]));
});

test("an event whose transaction began earlier but commits later is told as well", async () => {
  await using world = await openEvents();
  const [early, late] = [createGate(), createGate()];
  const earlier = world.database.transaction(async (tx) => {
    await world.log.append(tx, world.owner, [
      { accountId: world.newId<"account">(), type: "earlier", data: {} },
    ]);
    early.open();
    await late.opened;
  });
  await early.opened;
  await append(world, [world.newId<"account">()], "later");
  const told: string[] = [];
  const consumer = defineConsumer({
    name: "ears",
    handle: async (_tx, events) => {
      // The earlier transaction commits between the reading of this batch and its removal.
      late.open();
      await earlier;
      told.push(...events.map(({ type }) => type));
    },
  });
  world.startDispatcher({ consumers: [consumer] });
  await eventually(() => expect(told).toEqual(["later", "earlier"]));
});

test("without consumers the outbox is emptied", async () => {
  await using world = await openEvents();
  await append(world, [world.newId<"account">()], "x");
  expect(await measureOutbox(world.database)).toMatchObject({ waiting: 1, oldestAt: expect.any(Number) });
  world.startDispatcher({});
  await eventually(async () =>
    expect(await measureOutbox(world.database)).toEqual({ waiting: 0, oldestAt: undefined }),
  );
});

test("a consumer that throws stops the events, loudly, and loses none", async () => {
  await using world = await openEvents();
  await world.database.run(statement("CREATE TABLE told (type text NOT NULL)"));
  const write = statement("INSERT INTO told SELECT unnest($1::text[])");
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
  for (const type of ["good", "bad", "better"]) await append(world, [world.newId<"account">()], type);
  const dispatcher = world.startDispatcher({ consumers: [early, broken] });
  await eventually(() => expect(world.errors.length).toBeGreaterThan(2));
  expect(dispatcher.health().failuresInARow).toBeGreaterThan(0);
  expect(world.errors.at(-1)).toBeInstanceOf(ConsumerError);
  expect(world.errors.at(-1)).toMatchObject({ consumer: "broken", cause: { message: "cannot" } });
  // The one before the culprit got through; the culprit and what follows wait, and the early consumer wrote nothing.
  expect(await readTold(world)).toEqual(["good"]);
  isBroken = false;
  await eventually(async () => expect(await readTold(world)).toEqual(["good", "bad", "better"]));
  await eventually(() => expect(dispatcher.health().failuresInARow).toBe(0));
});

test("a dispatcher that loses its connection goes on", async () => {
  await using world = await openEvents();
  const told: string[] = [];
  const consumer = defineConsumer({
    name: "ears",
    handle: async (tx, events) => {
      if (told.length === 0) {
        told.push("lost");
        await tx.run(statement("SELECT pg_terminate_backend(pg_backend_pid())"));
      }
      told.push(...events.map(({ type }) => type));
    },
  });
  world.startDispatcher({ consumers: [consumer] });
  await append(world, [world.newId<"account">()], "x");
  await eventually(() => expect(told).toEqual(["lost", "x"]));
});

async function append(world: EventsWorld, accounts: readonly AccountId[], type: string): Promise<void> {
  const events = accounts.map((accountId) => ({ accountId, type, data: { about: type } }));
  await world.database.transaction((tx) => world.log.append(tx, world.owner, events));
}

async function readTold(world: EventsWorld): Promise<readonly string[]> {
  const rows = await world.database.rows<{ readonly type: string }>(statement("SELECT type FROM told"));
  return rows.map(({ type }) => type);
}
