import { expect, test } from "vitest";
import { openEvents } from "../../test/events.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { systemRandom } from "../kernel/random.ts";
import { type NewEvent, readEvents } from "./index.ts";

test("events are numbered per account and network, in the order in which they were given", async () => {
  await using world = await openEvents();
  const [first, second] = [world.newId<"account">(), world.newId<"account">()];
  const given = [happened(second, "a"), happened(first, "b"), happened(second, "c")];
  const appended = await world.database.transaction((tx) => world.log.append(tx, world.owner, given));
  expect(appended.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["a", 1n],
    ["b", 1n],
    ["c", 2n],
  ]);
  const mainnet = { ...world.owner, network: "mainnet" } as const;
  const elsewhere = await world.database.transaction((tx) =>
    world.log.append(tx, mainnet, [happened(second, "d")]),
  );
  expect(elsewhere).toMatchObject([{ type: "d", sequence: 1n }]);
});

test("an account's log reads back as it was written, from both ends, page by page", async () => {
  await using world = await openEvents();
  const accountId = world.newId<"account">();
  const given = ["a", "b", "c", "d", "e"].map((type) => happened(accountId, type));
  const appended = await world.database.transaction((tx) => world.log.append(tx, world.owner, given));
  const read = (order: "oldest_first" | "newest_first", afterSequence?: bigint) =>
    readEvents(world.database, {
      ...world.owner,
      ...(afterSequence === undefined ? {} : { afterSequence }),
      accountId,
      order,
      limit: 2,
    });
  expect(await read("oldest_first")).toEqual(appended.slice(0, 2));
  expect(await read("oldest_first", 2n)).toEqual(appended.slice(2, 4));
  expect(await read("newest_first")).toEqual([appended[4], appended[3]]);
  expect(await read("newest_first", 2n)).toEqual([appended[0]]);
});

test("another tenant's log, or the other network's, is not read", async () => {
  await using world = await openEvents();
  const accountId = world.newId<"account">();
  await world.database.transaction((tx) => world.log.append(tx, world.owner, [happened(accountId, "a")]));
  const page = { ...world.owner, accountId, order: "oldest_first", limit: 10 } as const;
  expect(await readEvents(world.database, { ...page, network: "mainnet" })).toEqual([]);
  expect(await readEvents(world.database, { ...page, tenantId: world.newId<"tenant">() })).toEqual([]);
  expect(await readEvents(world.database, page)).toHaveLength(1);
});

test("no number is missing or used twice when transactions roll back at random", async () => {
  await using world = await openEvents();
  const accounts = Array.from({ length: 5 }, () => world.newId<"account">());
  const expected = new Map<AccountId, number>();
  const transactions = Array.from({ length: 50 }, async (_, number) => {
    const chosen = accounts.filter(() => systemRandom() < 0.6).sort(() => systemRandom() - 0.5);
    const given = chosen.flatMap((accountId) => [happened(accountId, "x"), happened(accountId, "y")]);
    const rollsBack = number % 3 === 0;
    try {
      await world.database.transaction(async (tx) => {
        await world.log.append(tx, world.owner, given);
        await tx.run(statement("SELECT pg_sleep(random() / 100)"));
        if (rollsBack) throw new Error("rolled back");
      });
      for (const accountId of chosen) expected.set(accountId, (expected.get(accountId) ?? 0) + 2);
    } catch (error) {
      expect(error).toMatchObject({ message: "rolled back" });
    }
  });
  await Promise.all(transactions);
  for (const accountId of accounts) {
    const page = { ...world.owner, accountId, order: "oldest_first", limit: 100 } as const;
    const sequences = (await readEvents(world.database, page)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(
      Array.from({ length: expected.get(accountId) ?? 0 }, (_, index) => BigInt(index + 1)),
    );
  }
});

test("transactions that name the same accounts in other orders wait for each other and never in a circle", async () => {
  await using world = await openEvents();
  const accounts = Array.from({ length: 8 }, () => world.newId<"account">());
  let begun = 0;
  const count = 60;
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      world.database.transaction(async (tx) => {
        begun += 1;
        const order = number % 2 === 0 ? accounts : accounts.toReversed();
        await world.log.append(
          tx,
          world.owner,
          order.map((accountId) => happened(accountId, "x")),
        );
      }),
    ),
  );
  // A deadlock would have made the database begin one of them again.
  expect(begun).toBe(count);
});

test("the sequence is the order of the commits: a later number is never seen before an earlier one", async () => {
  await using world = await openEvents();
  const accountId = world.newId<"account">();
  const append = () =>
    world.database.transaction((tx) => world.log.append(tx, world.owner, [happened(accountId, "x")]));
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: 40 }, append)).finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const page = { ...world.owner, accountId, order: "oldest_first", limit: 100 } as const;
    const sequences = (await readEvents(world.database, page)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => BigInt(index + 1)));
  }
  await writing;
});

test("what was said cannot be changed or removed", async () => {
  await using world = await openEvents();
  const accountId = world.newId<"account">();
  await world.database.transaction((tx) => world.log.append(tx, world.owner, [happened(accountId, "a")]));
  for (const text of ["UPDATE events SET type = 'b'", "DELETE FROM events", "TRUNCATE events"]) {
    await expect(world.database.run(statement(text))).rejects.toMatchObject({ code: "42501" });
  }
});

function happened(accountId: AccountId, type: string): NewEvent {
  return { accountId, type, data: { about: type } };
}
