import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/database.ts";
import { statement } from "../db/statement.ts";
import { addMs, systemClock } from "../kernel/instant.ts";
import { createRateLimiter } from "./rate-limit.ts";
import { deleteBucketsBefore, takeTokens } from "./rate-store.ts";

let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

const key = (digit: string): string => digit.repeat(64);
const ageBy = statement("UPDATE rate_buckets SET refilled_at = refilled_at - $1::interval");

test("a bucket starts full, grants what it has, and refills up to its burst", async () => {
  const { database } = testDatabase;
  const policy = { perSecond: 1, burst: 10 };
  const take = async (owed: number, further: number) =>
    (await takeTokens(database, policy, [{ key: key("a"), owed, further }]))[0];
  expect(await take(2, 3)).toEqual({ key: key("a"), granted: 3, tokens: 5 });
  expect(await take(0, 9)).toMatchObject({ granted: 5 });
  // What was used already is owed, also by an empty bucket.
  const owing = await take(4, 3);
  expect(owing?.granted).toBe(0);
  expect(owing?.tokens).toBeLessThan(0);
  await database.run(ageBy, ["1 hour"]);
  expect(await take(0, 20)).toMatchObject({ granted: 10 });
});

test("three nodes together grant the burst and one batch each, however requests are spread", async () => {
  const { database } = testDatabase;
  // So slow that nothing is refilled while the test runs.
  const policy = { perSecond: 0.001, burst: 200 };
  const limiter = () =>
    createRateLimiter({
      policy,
      clock: systemClock,
      keyOf: () => key("b"),
      takeTokens: (requests) => takeTokens(database, { ...policy, perSecond: 0 }, requests),
      onError: (error) => {
        throw error;
      },
    });
  const nodes = [limiter(), limiter(), limiter()];
  const replies = await Promise.all(
    Array.from({ length: 900 }, async (_, request) => nodes[request % nodes.length]?.take("caller")),
  );
  const granted = replies.filter((reply) => reply?.refusal === undefined).length;
  expect(granted).toBeGreaterThanOrEqual(policy.burst);
  expect(granted).toBeLessThanOrEqual(policy.burst + nodes.length * 10);
});

test("buckets that are full again are deleted", async () => {
  const { database } = testDatabase;
  await takeTokens(database, { perSecond: 1, burst: 10 }, [{ key: key("c"), owed: 0, further: 1 }]);
  expect(
    await deleteBucketsBefore(database, { refilledAt: addMs(systemClock.now(), -3_600_000), limit: 100 }),
  ).toBe(0);
  await database.run(ageBy, ["2 hours"]);
  expect(
    await deleteBucketsBefore(database, { refilledAt: addMs(systemClock.now(), -3_600_000), limit: 100 }),
  ).toBeGreaterThan(0);
});
