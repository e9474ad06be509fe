import { afterAll, beforeAll, expect, test } from "vitest";
import type { Transaction } from "../service/src/db/database.ts";
import { createEventLog, type NewEvent } from "../service/src/events/index.ts";
import { createIdFactory, tenantOf } from "../service/src/kernel/id.ts";
import { systemClock } from "../service/src/kernel/instant.ts";
import { eventTypes } from "../service/src/webhooks/event-types.ts";
import { startTestApi } from "../service/test/api.ts";
import { createTestDatabase, type TestDatabase } from "../service/test/database.ts";
import { findEventProblems } from "../service/test/event-catalogue.ts";

const newId = createIdFactory(systemClock);
const log = createEventLog({ clock: systemClock, newId, wakeUp: { nudge: () => {} } });
const accountId = newId<"account">();

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const transfer = {
  id: newId<"transfer">(),
  account_id: accountId,
  status: "pending",
  amount: { value: "250.00", currency: "USD" },
};

test("the example of every type is valid", async () => {
  const events = eventTypes.map(({ type, example }) => ({
    accountId,
    type,
    data: { ...(example as object), account_id: accountId },
  }));
  expect(await problemsOf(events)).toEqual([]);
});

test.each([
  ["of an undefined type", "transfer.exploded", transfer, "is not in the catalogue"],
  [
    "without a field",
    "transfer.failed",
    { ...transfer, status: "failed" },
    "must have required property 'failure'",
  ],
  [
    "with an additional field",
    "transfer.created",
    { ...transfer, note: "Rent" },
    "must NOT have additional properties",
  ],
  ["with a status of another type", "transfer.completed", transfer, "/status must be equal to constant"],
  [
    "with a number for an amount",
    "transfer.created",
    { ...transfer, amount: { value: 250, currency: "USD" } },
    "/amount/value must be string",
  ],
  [
    "with an additional nested field",
    "transfer.created",
    { ...transfer, amount: { ...transfer.amount, cents: 1 } },
    "/amount must NOT have additional properties",
  ],
  [
    "that is about another account",
    "transfer.created",
    { ...transfer, account_id: newId() },
    "is published to",
  ],
  [
    "with a number that identifies an individual",
    "webhook.test",
    { account_id: accountId, subscription_id: newId(), message: "123-45-6789" },
    "contains what looks like an EIN or an SSN",
  ],
] as const)("an event %s is detected", async (_name, type, data, problem) => {
  const problems = await problemsOf([{ accountId, type, data }]);
  expect(problems).toEqual([expect.stringContaining(problem)]);
  expect(problems[0]).toMatch(new RegExp(`^${type} \\([0-9A-Z]{26}\\) `));
});

test("a test with an invalid event fails when its service stops, unless it appends custom events", async () => {
  for (const inventsEvents of [false, true]) {
    const api = await startTestApi({ environment: { FLORIN_ROLES: "api" }, inventsEvents });
    const owner = { tenantId: tenantOf(accountId), network: "testnet" } as const;
    await api.database.transaction((tx) =>
      log.append(tx, owner, [{ accountId, type: "a.occurred", data: {} }]),
    );
    const stopped = expect(api.stop());
    if (inventsEvents) await stopped.resolves.toBeUndefined();
    else
      await stopped.rejects.toThrow(
        /^1 events do not match the catalogue: a\.occurred \(.*is not in the catalogue/,
      );
  }
});

/** Checks a log with only these events. */
async function problemsOf(events: readonly NewEvent[]): Promise<readonly string[]> {
  const undo = new Error("nothing is kept");
  let problems: readonly string[] = [];
  const report = async (tx: Transaction): Promise<void> => {
    await log.append(tx, { tenantId: tenantOf(accountId), network: "testnet" }, events);
    problems = await findEventProblems(tx);
    throw undo;
  };
  await testDatabase.database.transaction(report).catch((error: unknown) => {
    if (error !== undo) throw error;
  });
  return problems;
}
