import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type EventsWorld, openEvents } from "../../test/events.ts";
import { eventually } from "../../test/eventually.ts";
import { startVictim, type Victim } from "../../test/victim.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { systemRandom } from "../kernel/random.ts";
import { measureOutbox } from "./index.ts";

const victimFile = new URL("../../test/events-process.ts", import.meta.url);
// Starting processes takes its time on a busy machine.
const testTimeoutMs = 120_000;
const rounds = 4;
const transactionsPerRound = 60;

test(
  "two dispatchers that are killed at any moment still record every event once and in order",
  async () => {
    await using world = await openEvents();
    await world.database.run(createTold);
    const accounts = [world.newId<"account">(), world.newId<"account">()];
    const start = (): Promise<Victim> => startVictim(victimFile, world.target);
    const victims = await Promise.all([start(), start()]);
    let killedAtWork = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(Array.from({ length: transactionsPerRound }, () => append(world, accounts)));
        await sleep(systemRandom() * 60);
        if ((await measureOutbox(world.database)).waiting > 0) killedAtWork += 1;
        await victims.shift()?.kill();
        victims.push(await start());
      }
      await eventually(async () => expect(await measureOutbox(world.database)).toMatchObject({ waiting: 0 }));
      for (const accountId of accounts) {
        const told = await world.database.rows<{ readonly sequence: bigint }>(readTold, [accountId]);
        expect(told.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: rounds * transactionsPerRound }, (_, index) => BigInt(index + 1)),
        );
      }
      expect(killedAtWork).toBeGreaterThan(0);
    } finally {
      await Promise.all(victims.map((victim) => victim.kill()));
    }
  },
  testTimeoutMs,
);

async function append(world: EventsWorld, accounts: readonly AccountId[]): Promise<void> {
  const events = accounts.map((accountId) => ({ accountId, type: "test.happened", data: {} }));
  await world.database.transaction((tx) => world.log.append(tx, world.owner, events));
}

const createTold = statement(`
  CREATE TABLE told (place bigint GENERATED ALWAYS AS IDENTITY, event_id text NOT NULL, account_id text NOT NULL,
                     sequence bigint NOT NULL)`);

/** In the order in which they were told. */
const readTold = statement("SELECT sequence FROM told WHERE account_id = $1 ORDER BY place");
