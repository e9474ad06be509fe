import { expect, test } from "vitest";
import { openEvents } from "../../../test/events.ts";
import { eventually } from "../../../test/eventually.ts";
import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type EventOwner, measureOutbox } from "../../events/index.ts";
import type { AccountId } from "../../kernel/id.ts";
import { createFeedConsumer, feedTopic } from "./feed-consumer.ts";
import { readFeed } from "./read-feed.ts";

const quiet = { nudge: () => {} };

/** The whole feed of a tenant, up to one page. */
async function feedOf(session: Session, owner: EventOwner) {
  const reading = { direction: "up", position: undefined, filter: undefined, size: 100 } as const;
  const { found } = await readFeed(session, { ...owner, accountId: undefined }, reading);
  return found.map(({ position, event }) => [Number(position), event.accountId, Number(event.sequence)]);
}

function newEvent(accountId: AccountId) {
  return { accountId, type: "note.created", data: {} };
}

test("each tenant and network is numbered separately, without gaps, in dispatch order", async () => {
  await using env = await openEvents();
  const { owner, database, log } = env;
  const [one, other] = [env.newId<"account">(), env.newId<"account">()];
  const stranger = { ...owner, tenantId: env.newId<"tenant">() };
  const mainnet = { ...owner, network: "mainnet" } as const;
  for (const [whose, accounts] of [
    [owner, [one, other, one]],
    [stranger, [one]],
    [mainnet, [one]],
    [owner, [other]],
  ] as const)
    await database.transaction((tx) => log.append(tx, whose, accounts.map(newEvent)));
  env.startDispatcher({ consumers: [createFeedConsumer({ wakeUp: quiet })], batchSize: 4 });
  await eventually(async () => expect((await measureOutbox(database)).waiting).toBe(0));
  expect(await feedOf(database, owner)).toEqual([
    [1, one, 1],
    [2, other, 1],
    [3, one, 2],
    [4, other, 2],
  ]);
  expect(await feedOf(database, stranger)).toEqual([[1, one, 1]]);
  expect(await feedOf(database, mainnet)).toEqual([[1, one, 1]]);
  expect(env.errors).toEqual([]);
});

test("a rollback caused by another consumer frees its numbers, and no event is in the feed twice", async () => {
  await using env = await openEvents();
  const { owner, database, log } = env;
  const account = env.newId<"account">();
  await database.transaction((tx) =>
    log.append(
      tx,
      owner,
      Array.from({ length: 30 }, () => newEvent(account)),
    ),
  );
  let failures = 3;
  const fickle = {
    name: "fickle",
    handle: () => {
      failures -= 1;
      return failures >= 0 ? Promise.reject(new Error("not now")) : Promise.resolve();
    },
  };
  const nudges: string[] = [];
  const wakeUp = { nudge: (topic: string) => void nudges.push(topic) };
  env.startDispatcher({ consumers: [createFeedConsumer({ wakeUp }), fickle], batchSize: 7 });
  await eventually(async () => expect((await measureOutbox(database)).waiting).toBe(0));
  const sequences = (await feedOf(database, owner)).map(([number, , sequence]) => [number, sequence]);
  expect(sequences).toEqual(Array.from({ length: 30 }, (_, index) => [index + 1, index + 1]));
  expect(env.errors).toHaveLength(3);
  // Only committed events are announced.
  const commits = await database.rows(statement("SELECT DISTINCT xmin::text FROM tenant_feed"));
  expect(nudges).toEqual(commits.map(() => feedTopic));
});
