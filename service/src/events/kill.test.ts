import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { type EventsEnvironment, openEvents } from "../../test/events.ts";
import { eventually } from "../../test/eventually.ts";
import { type ProcessUnderTest, startProcessUnderTest } from "../../test/process-under-test.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { systemRandom } from "../kernel/random.ts";
import { measureOutbox } from "./index.ts";

const processUnderTestFile = new URL("../../test/events-process.ts", import.meta.url);
// Starting processes is slow on a busy machine.
const testTimeoutMs = 120_000;
const rounds = 4;
const transactionsPerRound = 60;

test(
  "two dispatchers that are killed at any point still record every event once and in order",
  async () => {
    await using env = await openEvents();
    await env.database.run(createReported);
    const accounts = [env.newId<"account">(), env.newId<"account">()];
    const start = (): Promise<ProcessUnderTest> => startProcessUnderTest(processUnderTestFile, env.target);
    const processesUnderTest = await Promise.all([start(), start()]);
    let killedAtWork = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        await Promise.all(Array.from({ length: transactionsPerRound }, () => append(env, accounts)));
        await sleep(systemRandom() * 60);
        if ((await measureOutbox(env.database)).waiting > 0) killedAtWork += 1;
        await processesUnderTest.shift()?.kill();
        processesUnderTest.push(await start());
      }
      await eventually(async () => expect(await measureOutbox(env.database)).toMatchObject({ waiting: 0 }));
      for (const accountId of accounts) {
        const reported = await env.database.rows<{ readonly sequence: bigint }>(readReported, [accountId]);
        expect(reported.map(({ sequence }) => sequence)).toEqual(
          Array.from({ length: rounds * transactionsPerRound }, (_, index) => BigInt(index + 1)),
        );
      }
      expect(killedAtWork).toBeGreaterThan(0);
    } finally {
      await Promise.all(processesUnderTest.map((processUnderTest) => processUnderTest.kill()));
    }
  },
  testTimeoutMs,
);

async function append(env: EventsEnvironment, accounts: readonly AccountId[]): Promise<void> {
  const events = accounts.map((accountId) => ({ accountId, type: "test.occurred", data: {} }));
  await env.database.transaction((tx) => env.log.append(tx, env.owner, events));
}

const createReported = statement(`
  CREATE TABLE reported (place bigint GENERATED ALWAYS AS IDENTITY, event_id text NOT NULL, account_id text NOT NULL,
                     sequence bigint NOT NULL)`);

/** In the order in which they were dispatched. */
const readReported = statement("SELECT sequence FROM reported WHERE account_id = $1 ORDER BY place");
