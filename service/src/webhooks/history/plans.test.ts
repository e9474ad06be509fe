import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/database.ts";
import { createRowsRead } from "../../../test/rows-read.ts";
import type { Session } from "../../db/database.ts";
import type { ListSlice } from "../../db/list-definition.ts";
import { statement } from "../../db/statement.ts";
import { createIdFactory, lowestIdAt, parseId } from "../../kernel/id.ts";
import { addMs, instantFromMs, systemClock } from "../../kernel/instant.ts";
import { type Selection, selectToReplay } from "./replay-store.ts";
import { type AttemptFilters, attemptList, deleteAttemptsBefore, selectAttempt } from "./store.ts";

const attempts = 100_000;
const limit = 26;
/** Rows that a statement may read: a few pages' worth per subscription and table. */
const mostRows = 400;

const newId = createIdFactory(systemClock);
const tenantId = newId<"tenant">();
const accountId = parseId<"account">(tenantId) ?? newId<"account">();
const owner = { tenantId, network: "testnet", accountId } as const;
const subscriptionIds = [1, 2, 3].map(() => newId<"webhook_subscription">());
const [subscriptionId = newId<"webhook_subscription">()] = subscriptionIds;
const start = instantFromMs(Date.UTC(2026, 0));

let testDatabase: TestDatabase;

/** On one server, where plans can be read; one connection, so that statements get the generic plans of a long-running service. */
beforeAll(async () => {
  testDatabase = await createTestDatabase({ maxConnections: 1, isPlain: true });
  const { database } = testDatabase;
  await database.run(insertSubscriptions, [tenantId, accountId, subscriptionIds]);
  await database.run(insertAttempts, [tenantId, subscriptionIds, idsEvery(1, attempts), start]);
  await database.run(insertQueued, [tenantId, subscriptionIds, idsEvery(3, 10_000)]);
  await database.run(insertEvents, [
    tenantId,
    accountId,
    idsEvery(eventEveryMs, attempts),
    start,
    eventEveryMs,
  ]);
  await database.run(statement("SET plan_cache_mode = force_generic_plan"));
});

afterAll(() => testDatabase.drop());

const rowsReadBy = (read: (session: Session) => Promise<unknown>) =>
  createRowsRead(testDatabase.database)(read);

const middle = lowestIdAt(addMs(start, attempts / 2));
const eventEveryMs = 10_000;
const oneHundred: Selection = {
  subscription: { ...owner, id: subscriptionId },
  accountId: undefined,
  since: addMs(start, 5_000 * eventEveryMs),
  until: addMs(start, 5_100 * eventEveryMs),
  requested: ["transfer.*"],
  types: undefined,
  onlyFailed: true,
};

const lists =
  (filters: Partial<AttemptFilters>, slice: Partial<ListSlice> = {}) =>
  (session: Session) =>
    attemptList.read(session, { ...owner, ...filters }, { limit, ...slice });
const cases: readonly (readonly [string, (session: Session) => Promise<unknown>])[] = [
  ["the first page", lists({})],
  ["a page in the middle", lists({}, { position: middle })],
  ["the page before it", lists({}, { position: middle, direction: "before" })],
  ["of one subscription", lists({ subscriptionId }, { position: middle })],
  ["of one event", lists({ eventId: idAt(50) })],
  ["what waits", lists({ status: "pending" })],
  ["the few that failed", lists({ status: "failed" })],
  ["the few that are exhausted, backwards", lists({ status: "exhausted" }, { direction: "before" })],
  ["what succeeded", lists({ status: "succeeded" })],
  ["one attempt", (session) => selectAttempt(session, owner, idAt(70))],
];

test.each(["never counted", "counted"])(
  "the history reads few of many rows, with tables that were %s",
  async (state) => {
    if (state === "counted") await testDatabase.database.run(statement("ANALYZE"));
    for (const [what, read] of cases) expect(await rowsReadBy(read), what).toBeLessThan(mostRows);
  },
);

test("a replay of a short period does not read the whole log", async () => {
  for (const onlyFailed of [false, true]) {
    const selection = { ...oneHundred, onlyFailed };
    expect(await selectToReplay(testDatabase.database, selection, 1_000)).toHaveLength(100);
    expect(await rowsReadBy((session) => selectToReplay(session, selection, 1_000))).toBeLessThan(mostRows);
  }
});

test("deleting attempts reads only the deleted rows", async () => {
  const places = subscriptionIds.map((id) => ({ tenantId, id }));
  const forget = (session: Session) => deleteAttemptsBefore(session, places, addMs(start, 300), 200);
  expect(await rowsReadBy(forget)).toBeLessThan(2 * 300 + mostRows);
});

/** One after another, this many milliseconds apart. */
function idsEvery(ms: number, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => idAt((index + 1) * ms));
}

function idAt(ms: number): string {
  return lowestIdAt(addMs(start, ms)).replace(/0{16}$/, String(ms).padStart(16, "0"));
}

const insertSubscriptions = statement(`
  WITH account AS (
    INSERT INTO accounts (tenant_id, id, kind, name, self_attested, status, created_at, updated_at)
    VALUES ($1, $2, 'managing', 'Test', false, 'complete', now(), now())
  )
  INSERT INTO webhook_subscriptions (tenant_id, network, id, account_id, url, events, status, secret, created_at,
                                     updated_at)
  SELECT $1, 'testnet', id, $2, 'https://hooks.example.com', ARRAY['transfer.*'], 'active', '', now(), now()
    FROM unnest($3::text[]) AS id`);

/** Of a thousand, one failed and one is exhausted. */
const insertAttempts = statement(`
  INSERT INTO webhook_attempts (tenant_id, network, subscription_id, id, event_id, event_type, reason, attempt_number,
                                status, failure_message, next_attempt_at, request_url, duration_ms, inserted_at, ended_at)
  SELECT $1, 'testnet', ($2::text[])[1 + n % 3], id, id, 'transfer.created', 'event', 1, status,
         CASE WHEN status <> 'succeeded' THEN 'HTTP 500' END,
         CASE WHEN status = 'failed' THEN now() END, 'https://hooks.example.com', 12,
         to_timestamp(($4::bigint + n) / 1000.0), to_timestamp(($4::bigint + n) / 1000.0)
    FROM unnest($3::text[]) WITH ORDINALITY AS attempt (id, n)
   CROSS JOIN LATERAL (SELECT CASE n % 1000 WHEN 100 THEN 'failed' WHEN 600 THEN 'exhausted' ELSE 'succeeded' END
                           AS status) AS made`);

const insertQueued = statement(`
  INSERT INTO webhook_queue (tenant_id, network, subscription_id, id, event_id, event_type, event_account_id,
                             event_sequence, reason, attempt_number, due_at, inserted_at)
  SELECT $1, 'testnet', ($2::text[])[1 + n % 3], id, id, 'transfer.created', $1, n, 'event', 1, now(), now()
    FROM unnest($3::text[]) WITH ORDINALITY AS attempt (id, n)`);

const insertEvents = statement(`
  INSERT INTO events (tenant_id, network, account_id, sequence, id, type, data, created_at)
  SELECT $1, 'testnet', $2, n, id, 'transfer.created', '{}', to_timestamp(($4::bigint + n * $5::bigint) / 1000.0)
    FROM unnest($3::text[]) WITH ORDINALITY AS event (id, n)`);
