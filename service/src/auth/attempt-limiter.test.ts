import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { createTestDatabase } from "../../test/database.ts";
import { createAttemptLimiter } from "./attempt-limiter.ts";
import { createAttemptMemory } from "./attempt-memory.ts";
import { createAttemptSharing } from "./attempt-sharing.ts";

async function fail(
  limiter: ReturnType<typeof createAttemptLimiter>,
  times: number,
  clientId: string,
  address: string,
): Promise<void> {
  for (let count = 0; count < times; count += 1) await limiter.recordFailure({ clientId, address });
}

test("ten failures block that client at that address for up to a minute, and nothing else", async () => {
  const clock = createManualClock();
  const limiter = createAttemptLimiter(clock, "clients");
  await fail(limiter, 10, "client", "203.0.113.7");
  expect(limiter.secondsToWait({ clientId: "client", address: "203.0.113.7" })).toBe(60);
  expect(limiter.secondsToWait({ clientId: "client", address: "203.0.113.8" })).toBeUndefined();
  expect(limiter.secondsToWait({ clientId: "other", address: "203.0.113.7" })).toBeUndefined();
  clock.advance(59_500);
  expect(limiter.secondsToWait({ clientId: "client", address: "203.0.113.7" })).toBe(1);
  clock.advance(500);
  expect(limiter.secondsToWait({ clientId: "client", address: "203.0.113.7" })).toBeUndefined();
});

test("an address that fails for many clients is blocked for all of them", async () => {
  const limiter = createAttemptLimiter(createManualClock(), "clients");
  for (let client = 0; client < 30; client += 1) await fail(limiter, 1, `client ${client}`, "203.0.113.7");
  expect(limiter.secondsToWait({ clientId: "fresh", address: "203.0.113.7" })).toBe(60);
});

test("guessing from many addresses does not lock out a client at an unaffected address", async () => {
  const limiter = createAttemptLimiter(createManualClock(), "clients");
  for (let host = 0; host < 50; host += 1) await fail(limiter, 1, "client", `203.0.113.${host}`);
  expect(limiter.secondsToWait({ clientId: "client", address: "203.0.113.3" })).toBe(60);
  expect(limiter.secondsToWait({ clientId: "client", address: "198.51.100.1" })).toBeUndefined();
});

test("a client that is blocked learns nothing: right and wrong guesses wait for the same time", async () => {
  await using testDatabase = await createTestDatabase();
  const clock = createManualClock();
  const memory = createAttemptMemory();
  const wakeUp = { nudge: () => {}, listen: () => () => {} };
  const sharing = createAttemptSharing({
    memory,
    database: testDatabase.database,
    wakeUp,
    onError: () => {},
  });
  for (const limiter of [
    createAttemptLimiter(clock, "clients"),
    createAttemptLimiter(clock, "clients", memory, sharing.records),
  ]) {
    for (let host = 0; host < 50; host += 1) {
      await fail(limiter, 1, "client", `203.0.113.${host}`);
      clock.advance(100);
    }
    const attempt = { clientId: "client", address: "203.0.113.3" };
    const seconds = await limiter.recordSuccess(attempt);
    expect(seconds).toBe(55);
    expect(await limiter.recordFailure(attempt)).toBe(seconds);
  }
});

test("changing the address within one IPv6 /64 does not bypass the limit", async () => {
  const limiter = createAttemptLimiter(createManualClock(), "clients");
  for (let host = 1; host <= 10; host += 1) await fail(limiter, 1, "client", `2001:db8:1:2::${host}`);
  expect(limiter.secondsToWait({ clientId: "client", address: "2001:db8:1:2::ffff" })).toBe(60);
});
