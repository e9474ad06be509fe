import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeDataFolder } from "../../../test/data-folder.ts";
import { createTestDatabase } from "../../../test/database.ts";
import { eventually } from "../../../test/eventually.ts";
import { migrate } from "../../db/migrate.ts";
import { migrationsFolder } from "../../db/migration-files.ts";
import { createEventDispatcher, createEventLog, measureOutbox } from "../../events/index.ts";
import { createIdFactory } from "../../kernel/id.ts";
import { type Instant, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { createFeedConsumer } from "./feed-consumer.ts";
import { readFeed } from "./read-feed.ts";

const wakeUp = { nudge: () => {}, listen: () => () => {}, close: () => Promise.resolve() };

test("events from before the feed existed are in it, and later ones follow", async () => {
  await using old = await createTestDatabase({ empty: true });
  const { database, target } = old;
  await using folder = await makeDataFolder();
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith(".sql") && name < "0027");
  for (const name of names) await copyFile(join(migrationsFolder, name), join(folder.path, name));
  await migrate({ target, folder: folder.path });

  let now: Instant = instantFromMs(1_700_000_000_000);
  const newId = createIdFactory(systemClock);
  const log = createEventLog({ clock: { now: () => now }, newId, wakeUp });
  const owner = { tenantId: newId<"tenant">(), network: "testnet" } as const;
  const [one, other] = [newId<"account">(), newId<"account">()];
  const happen = (accountId: typeof one, atMs: number) => {
    now = instantFromMs(1_700_000_000_000 + atMs);
    const event = { accountId, type: "note.created", data: {} };
    return database.transaction((tx) => log.append(tx, owner, [event]));
  };
  const dispatch = async (consumers: Parameters<typeof createEventDispatcher>[0]["consumers"]) => {
    const dispatcher = createEventDispatcher({
      database,
      wakeUp,
      clock: systemClock,
      consumers,
      pollMs: 5,
      onError: (error) => expect.fail(String(error)),
    });
    dispatcher.start();
    await eventually(async () => expect((await measureOutbox(database)).waiting).toBe(0));
    await dispatcher.stop();
  };

  await happen(one, 50);
  await happen(other, 20);
  // The clock stepped back, and the account's order is kept.
  await happen(one, 10);
  await happen(other, 60);
  await dispatch([]);
  await happen(one, 5);
  await migrate({ target });
  await happen(other, 70);
  await dispatch([createFeedConsumer({ wakeUp })]);
  const reading = { direction: "up", position: undefined, filter: undefined, size: 100 } as const;
  const { found } = await readFeed(database, { ...owner, accountId: undefined }, reading);
  expect(found.map(({ position, event }) => [position, event.accountId, event.sequence])).toEqual([
    [1n, other, 1n],
    [2n, one, 1n],
    [3n, one, 2n],
    [4n, other, 2n],
    [5n, one, 3n],
    [6n, other, 3n],
  ]);
});
