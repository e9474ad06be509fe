import { expect, test } from "vitest";
import { type EventsEnvironment, openEvents } from "../../test/events.ts";
import { killAtWork } from "../../test/kill-at-work.ts";
import { startProcessUnderTest } from "../../test/process-under-test.ts";
import { sizeOf } from "../../test/scale.ts";
import { statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { measureOutbox } from "./index.ts";

const processUnderTestFile = new URL("../../test/events-process.ts", import.meta.url);
const kills = sizeOf("EVENT_KILLS", { usual: 2, long: 10 });
const transactionsPerRound = 60;

test("two dispatchers that are killed at any point still record every event once and in order", async () => {
  await using env = await openEvents();
  await env.database.run(createReported);
  const accounts = [env.newId<"account">(), env.newId<"account">()];
  const rounds = await killAtWork({
    kills,
    start: () => startProcessUnderTest(processUnderTestFile, env.target),
    perRound: transactionsPerRound * accounts.length,
    feed: async () => {
      await Promise.all(Array.from({ length: transactionsPerRound }, () => append(env, accounts)));
    },
    done: async () => (await env.database.first(countReported))?.count ?? 0,
    expectSettled: async () => expect(await measureOutbox(env.database)).toMatchObject({ waiting: 0 }),
  });
  for (const accountId of accounts) {
    const reported = await env.database.rows(readReported, [accountId]);
    expect(reported.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: rounds * transactionsPerRound }, (_, index) => BigInt(index + 1)),
    );
  }
});

async function append(env: EventsEnvironment, accounts: readonly AccountId[]): Promise<void> {
  const events = accounts.map((accountId) => ({ accountId, type: "test.occurred", data: {} }));
  await env.database.transaction((tx) => env.log.append(tx, env.owner, events));
}

const createReported = statement(`
  CREATE TABLE reported (place bigint GENERATED ALWAYS AS IDENTITY, event_id text NOT NULL, account_id text NOT NULL,
                     sequence bigint NOT NULL)`);

/** In the order in which they were dispatched. */
const readReported = statement<{ readonly sequence: bigint }>(
  "SELECT sequence FROM reported WHERE account_id = $1 ORDER BY place",
);

const countReported = statement<{ readonly count: number }>(
  "SELECT count(*)::integer AS count FROM reported",
);
