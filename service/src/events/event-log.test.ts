import { expect, test } from "vitest";
import { asOnCitus } from "../../test/as-on-citus.ts";
import { createChance } from "../../test/business/chance.ts";
import { openEvents } from "../../test/events.ts";
import { seedOf } from "../../test/scale.ts";
import type { Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { type Event, type NewEvent, readEvents } from "./index.ts";

test("events are numbered per account and network, in the order in which they are appended", async () => {
  await using env = await openEvents();
  const [first, second] = [env.newId<"account">(), env.newId<"account">()];
  const given = [newEvent(second, "a"), newEvent(first, "b"), newEvent(second, "c")];
  const appended = await env.database.transaction((tx) => env.log.append(tx, env.owner, given));
  expect(appended.map(({ type, sequence }) => [type, sequence])).toEqual([
    ["a", 1n],
    ["b", 1n],
    ["c", 2n],
  ]);
  const mainnet = { ...env.owner, network: "mainnet" } as const;
  const elsewhere = await env.database.transaction((tx) =>
    env.log.append(tx, mainnet, [newEvent(second, "d")]),
  );
  expect(elsewhere).toMatchObject([{ type: "d", sequence: 1n }]);
});

test("the function that Citus calls numbers events as the statement does", async () => {
  await using env = await openEvents();
  const [first, second] = [env.newId<"account">(), env.newId<"account">()];
  const given = [newEvent(second, "a"), newEvent(first, "b"), newEvent(second, "c")];
  const append = (on: (tx: Transaction) => Transaction) =>
    env.database.transaction((tx) => env.log.append(on(tx), env.owner, given));
  const sequences = (events: readonly Event[]) => events.map(({ sequence }) => sequence);
  expect(sequences(await append((tx) => tx))).toEqual([1n, 1n, 2n]);
  const appended = await append(asOnCitus);
  expect(sequences(appended)).toEqual([3n, 2n, 4n]);
  const read = await readEvents(env.database, {
    ...env.owner,
    accountId: second,
    order: "oldest_first",
    afterSequence: 2n,
    limit: 10,
  });
  expect(read).toEqual(appended.filter(({ accountId }) => accountId === second));
});

test("an account's log is read as written, in both directions, page by page", async () => {
  await using env = await openEvents();
  const accountId = env.newId<"account">();
  const given = ["a", "b", "c", "d", "e"].map((type) => newEvent(accountId, type));
  const appended = await env.database.transaction((tx) => env.log.append(tx, env.owner, given));
  const read = (order: "oldest_first" | "newest_first", afterSequence?: bigint) =>
    readEvents(env.database, {
      ...env.owner,
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

test("the log of another tenant or the other network is not read", async () => {
  await using env = await openEvents();
  const accountId = env.newId<"account">();
  await env.database.transaction((tx) => env.log.append(tx, env.owner, [newEvent(accountId, "a")]));
  const page = { ...env.owner, accountId, order: "oldest_first", limit: 10 } as const;
  expect(await readEvents(env.database, { ...page, network: "mainnet" })).toEqual([]);
  expect(await readEvents(env.database, { ...page, tenantId: env.newId<"tenant">() })).toEqual([]);
  expect(await readEvents(env.database, page)).toHaveLength(1);
});

test("no number is missing or used twice when transactions roll back at random", async () => {
  await using env = await openEvents();
  const accounts = Array.from({ length: 5 }, () => env.newId<"account">());
  const expected = new Map<AccountId, number>();
  const { random } = createChance(seedOf("EVENTS_SEED"));
  const transactions = Array.from({ length: 50 }, async (_, number) => {
    const chosen = accounts.filter(() => random() < 0.6).sort(() => random() - 0.5);
    const given = chosen.flatMap((accountId) => [newEvent(accountId, "x"), newEvent(accountId, "y")]);
    const rollsBack = number % 3 === 0;
    try {
      await env.database.transaction(async (tx) => {
        await env.log.append(tx, env.owner, given);
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
    const page = { ...env.owner, accountId, order: "oldest_first", limit: 100 } as const;
    const sequences = (await readEvents(env.database, page)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(
      Array.from({ length: expected.get(accountId) ?? 0 }, (_, index) => BigInt(index + 1)),
    );
  }
});

test("transactions that append to the same accounts in different orders never deadlock", async () => {
  await using env = await openEvents();
  const accounts = Array.from({ length: 8 }, () => env.newId<"account">());
  let begun = 0;
  const count = 60;
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      env.database.transaction(async (tx) => {
        begun += 1;
        const order = number % 2 === 0 ? accounts : accounts.toReversed();
        await env.log.append(
          tx,
          env.owner,
          order.map((accountId) => newEvent(accountId, "x")),
        );
      }),
    ),
  );
  // A deadlock would have made the database module retry one of them.
  expect(begun).toBe(count);
});

test("the sequence is the commit order: a later number is never visible before an earlier one", async () => {
  await using env = await openEvents();
  const accountId = env.newId<"account">();
  const append = () =>
    env.database.transaction((tx) => env.log.append(tx, env.owner, [newEvent(accountId, "x")]));
  let isWriting = true;
  const writing = Promise.all(Array.from({ length: 40 }, append)).finally(() => {
    isWriting = false;
  });
  while (isWriting) {
    const page = { ...env.owner, accountId, order: "oldest_first", limit: 100 } as const;
    const sequences = (await readEvents(env.database, page)).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => BigInt(index + 1)));
  }
  await writing;
});

test("events cannot be changed or removed", async () => {
  await using env = await openEvents();
  const accountId = env.newId<"account">();
  await env.database.transaction((tx) => env.log.append(tx, env.owner, [newEvent(accountId, "a")]));
  for (const text of ["UPDATE events SET type = 'b'", "DELETE FROM events", "TRUNCATE events"]) {
    await expect(env.database.run(statement(text))).rejects.toMatchObject({ code: "42501" });
  }
});

function newEvent(accountId: AccountId, type: string): NewEvent {
  return { accountId, type, data: { about: type } };
}
