import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { assert, expect, test } from "vitest";
import { createTestDatabase } from "../../test/database.ts";
import { eventually } from "../../test/eventually.ts";
import { dumpTables } from "../../test/table-dump.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { CompletedRequest } from "../http/request-observer.ts";
import { createKeyRing } from "../kernel/envelope.ts";
import { type ApplicationId, createIdFactory, tenantOf, type UserId } from "../kernel/id.ts";
import { addMs, type Instant, instantFromMs, systemClock } from "../kernel/instant.ts";
import { createUseNotes } from "./application-use.ts";
import { findDetails } from "./find-details.ts";
import { forgetRequests } from "./jobs.ts";
import { toLoggedRequest } from "./logged-request.ts";
import { createRequestLog, type RequestLogLimits } from "./request-log.ts";
import { insertRequests, requestList, selectLastUses } from "./store.ts";

const newId = createIdFactory(systemClock);
const keyRing = createKeyRing(randomBytes(32));
const nothing = () => ({ idempotencyKey: undefined, query: undefined, body: undefined, response: undefined });
const accountId = newId<"account">();
const tenantId = tenantOf(accountId);
const applicationId = newId<"application">();
const readAll = async (session: Session) =>
  (await requestList.read(session, { tenantId, network: "testnet" }, { limit: 100 })).items;

test("requests are written in batches in the background, each exactly once", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { log } = openLog(database, { batchSize: 3 });
  const requestIds = ["one", "two", "three", "four", "five"];
  for (const requestId of requestIds) log.observe(completed({ requestId }), nothing);
  expect(log.waiting()).toBe(5);
  log.start();
  await eventually(() => expect(log.waiting()).toBe(0));
  await log.stop();
  const rows = await readAll(database);
  expect(rows.map(({ requestId }) => requestId)).toEqual(requestIds.toReversed());
  expect(rows[0]).toMatchObject({
    method: "GET",
    path: "/notes",
    status: 200,
    durationMs: 12,
    applicationId,
  });
});

test("writing a batch twice stores it once", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const request = toLoggedRequest(newId, completed({}));
  await insertRequests(database, [request]);
  await insertRequests(database, [request]);
  expect(await readAll(database)).toEqual([request]);
});

test("the queue is bounded: requests beyond its limit are dropped and counted", async () => {
  await using testDatabase = await createTestDatabase();
  const { log, dropped } = openLog(testDatabase.database, { maxWaiting: 4 });
  for (let count = 0; count < 10; count += 1) log.observe(completed({}), nothing);
  expect(log.waiting()).toBe(4);
  expect(dropped()).toBe(6);
  await log.stop();
  expect(await readAll(testDatabase.database)).toHaveLength(4);
});

test("while the database is unavailable the queue waits; afterwards all of it is written", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const letIn = await testDatabase.cutOff();
  const { log, dropped, errors } = openLog(database, {});
  log.start();
  log.observe(completed({ requestId: "patient" }), nothing);
  await eventually(() => expect(errors().length).toBeGreaterThan(1));
  expect(log.waiting()).toBe(1);
  await letIn();
  await eventually(() => expect(log.waiting()).toBe(0));
  await log.stop();
  expect(dropped()).toBe(0);
  expect(await readAll(database)).toHaveLength(1);
});

test("a draining node flushes its queue and counts the requests it cannot write", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const first = openLog(database, { everyMs: 3_600_000, batchSize: 2 });
  first.log.start();
  for (let count = 0; count < 5; count += 1) first.log.observe(completed({}), nothing);
  await first.log.stop();
  expect(await readAll(database)).toHaveLength(5);

  const second = openLog(database, {});
  second.log.observe(completed({}), nothing);
  await testDatabase.cutOff();
  await second.log.stop();
  expect(second.dropped()).toBe(1);
  expect(second.log.waiting()).toBe(0);
});

test("a batch that the database rejects is dropped and does not block later batches", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { log, dropped } = openLog(database, { batchSize: 1 });
  log.observe(completed({ path: "" }), nothing);
  log.observe(completed({ requestId: "good" }), nothing);
  log.start();
  await eventually(() => expect(log.waiting()).toBe(0));
  await log.stop();
  expect(dropped()).toBe(1);
  const rows = await readAll(database);
  expect(rows.map(({ requestId }) => requestId)).toEqual(["good"]);
});

const details = { maxChars: 100, maxPerBatch: 2, maxWaitingChars: 1_000 };
const sent = (body: string) => () => ({ ...nothing(), idempotencyKey: "key", body, response: { id: "1" } });

test("details are sealed for their row, and readable only with the master key", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { log } = openLog(database, { details });
  log.observe(completed({}), sent("hello"));
  log.observe(completed({}), nothing);
  await log.stop();
  const [without, request] = await readAll(database);
  assert(request !== undefined && without !== undefined);
  const found = await findDetails({ database, keyRing }, request);
  expect(found).toEqual({ idempotencyKey: "key", body: "hello", response: { id: "1" } });
  expect(await findDetails({ database, keyRing: createKeyRing(randomBytes(32)) }, request)).toBeUndefined();
  expect(await findDetails({ database, keyRing }, without)).toBeUndefined();
  const { api_requests: rows } = await dumpTables(database);
  expect(rows).not.toContain(Buffer.from("hello").toString("hex"));
});

test("a node stores few details per batch, those of errors apart, and leaves out bodies that are too large", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { log } = openLog(database, { details, everyMs: 3_600_000 });
  for (let count = 0; count < 4; count += 1) log.observe(completed({}), sent("x"));
  log.observe(completed({ status: 404 }), sent("x".repeat(200)));
  await log.stop();
  const rows = await readAll(database);
  const all = await Promise.all(rows.map((row) => findDetails({ database, keyRing }, row)));
  expect(all).toEqual([{ idempotencyKey: "key" }, undefined, undefined, ...all.slice(3)]);
  expect(all.slice(3).map((each) => each?.body)).toEqual(["x", "x"]);
});

test("details that wait are bounded: beyond the limit requests are logged without them", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { log } = openLog(database, { details: { ...details, maxPerBatch: 100, maxWaitingChars: 120 } });
  for (let count = 0; count < 5; count += 1) log.observe(completed({}), sent("x"));
  await log.stop();
  log.observe(completed({}), sent("later"));
  await log.stop();
  const rows = await readAll(database);
  const all = await Promise.all(rows.map((row) => findDetails({ database, keyRing }, row)));
  expect(all.map((each) => each?.body)).toEqual(["later", undefined, undefined, undefined, "x", "x"]);
});

test("console activity is not logged", async () => {
  await using testDatabase = await createTestDatabase();
  const { log, dropped } = openLog(testDatabase.database, {});
  const caller = { type: "user", id: newId<"user">() as UserId } as const;
  const request = completed({});
  log.observe({ ...request, principal: { ...request.principal, caller } }, nothing);
  expect(log.waiting() + dropped()).toBe(0);
  await log.stop();
});

test("logged requests cannot be updated", async () => {
  await using testDatabase = await createTestDatabase();
  const change = statement("UPDATE api_requests SET status = 200");
  await expect(testDatabase.database.run(change)).rejects.toThrow("permission denied");
});

test("expired requests of every workspace are deleted in bounded batches", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const now = systemClock.now();
  const old = createIdFactory({ now: () => addMs(now, -8 * dayMs) });
  const others = tenantOf(newId<"account">());
  const logged = (make: typeof newId, network: "testnet" | "mainnet", owner = tenantId) => {
    return { ...toLoggedRequest(make, completed({})), tenantId: owner, network };
  };
  const oldOnes = [
    ...Array.from({ length: 7 }, () => logged(old, "testnet")),
    logged(old, "mainnet"),
    logged(old, "testnet", others),
  ];
  await insertRequests(database, [...oldOnes, logged(newId, "testnet"), logged(newId, "mainnet")]);

  const deps = { database, clock: { now: () => now }, keptMs: 7 * dayMs };
  const { signal } = new AbortController();
  await forgetRequests(deps, signal, { rowsAtOnce: 3, maxDeletionsPerRun: 2 });
  expect(await countAll(database)).toBe(11 - 4);
  await forgetRequests(deps, signal, { rowsAtOnce: 3, maxDeletionsPerRun: 100 });
  expect(await countAll(database)).toBe(2);
  await forgetRequests({ ...deps, keptMs: 0, clock: { now: () => addMs(now, 60_000) } }, signal);
  expect(await countAll(database)).toBe(0);
});

test("the last use of an application is recorded, and an older use never overwrites it", async () => {
  await using testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const at = instantFromMs(Math.floor(systemClock.now() / 1000) * 1000);
  for (const each of [at, addMs(at, -120_000)]) {
    const { log } = openLog(database, {});
    log.observe(completed({ at: each }), nothing);
    await log.stop();
  }
  expect(await selectLastUses(database, tenantId, [applicationId])).toEqual(new Map([[applicationId, at]]));
});

test("last use is written at most once a minute per application, always with the latest time", () => {
  const offsets = fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(offsets, fc.integer({ min: 1, max: 5 }), (ats, size) => {
      const notes = createUseNotes();
      const base = 1_700_000_000_000;
      const noted: Instant[] = [];
      const times = ats.toSorted((left, right) => left - right);
      for (let start = 0; start < times.length; start += size) {
        const batch = times
          .slice(start, start + size)
          .map((offset) => toLoggedRequest(newId, completed({ at: instantFromMs(base + offset) })));
        const uses = notes.updateOf(batch);
        for (const { lastUsedAt } of uses)
          expect(lastUsedAt).toBe(Math.max(...batch.map((request) => request.at)));
        notes.keep(uses);
        noted.push(...uses.map(({ lastUsedAt }) => lastUsedAt));
      }
      expect(noted.length).toBeGreaterThan(0);
      for (const [index, at] of noted.entries()) {
        const before = noted[index - 1];
        if (before !== undefined) expect(at - before).toBeGreaterThanOrEqual(60_000);
      }
    }),
  );
});

const dayMs = 86_400_000;

function openLog(
  database: Parameters<typeof createRequestLog>[0]["database"],
  limits: Partial<RequestLogLimits>,
) {
  let droppedCount = 0;
  const errors: unknown[] = [];
  const log = createRequestLog({
    database,
    newId,
    keyRing,
    limits: { maxWaiting: 1_000, batchSize: 100, everyMs: 20, details: undefined, ...limits },
    onDropped: (count) => {
      droppedCount += count;
    },
    onError: (error) => errors.push(error),
  });
  return { log, dropped: () => droppedCount, errors: () => errors };
}

function completed(fields: Partial<CompletedRequest>): CompletedRequest {
  return {
    requestId: newId(),
    at: systemClock.now(),
    method: "GET",
    path: "/notes",
    operation: "listNotes",
    status: 200,
    errorCode: undefined,
    durationMs: 12,
    principal: {
      caller: { type: "application", id: applicationId as ApplicationId },
      accountId,
      tenantId,
      network: "testnet",
      scopes: new Set(),
    },
    ...fields,
  };
}

async function countAll(database: { first: Parameters<typeof insertRequests>[0]["first"] }): Promise<number> {
  return (await database.first(countStatement))?.count ?? 0;
}

const countStatement = statement<{ count: number }>("SELECT count(*)::int AS count FROM api_requests");
