import fc from "fast-check";
import { expect, test } from "vitest";
import { type Instant, instantFromMs } from "../kernel/instant.ts";
import {
  addFailure,
  type FailureCounts,
  type Failures,
  failureLimits,
  failureWindowMs,
  heldUntil,
} from "./attempt-policy.ts";

const start = 1_000_000;
const none: Failures = [];

function failures(count: number, at: Instant): Failures {
  return Array<Instant>(count).fill(at);
}

const now = instantFromMs(start);

function heldBy(counts: Omit<FailureCounts, "isKnown">, at: Instant): Instant | undefined {
  return heldUntil({ ...counts, isKnown: false }, at);
}

test("the tenth failure within a minute blocks one client at one address, the ninth does not", () => {
  expect(heldBy({ pair: failures(9, now), address: none, client: none }, now)).toBeUndefined();
  expect(heldBy({ pair: failures(10, now), address: none, client: none }, now)).toBe(now + failureWindowMs);
});

test("the thirtieth failure from one address blocks it for every client", () => {
  expect(heldBy({ pair: none, address: failures(29, now), client: none }, now)).toBeUndefined();
  expect(heldBy({ pair: none, address: failures(30, now), client: none }, now)).toBe(now + failureWindowMs);
});

test("guessing from many addresses never locks out a client at an address that has not failed", () => {
  const guessed = failures(50, now);
  expect(heldBy({ pair: none, address: none, client: guessed }, now)).toBeUndefined();
  expect(heldBy({ pair: failures(1, now), address: none, client: guessed }, now)).toBe(now + failureWindowMs);
});

test("a block ends when the oldest failure that causes it is a minute old", () => {
  const pair = [...failures(1, now), ...failures(9, instantFromMs(start + 30_000))];
  const end = instantFromMs(start + failureWindowMs);
  expect(heldBy({ pair, address: none, client: none }, instantFromMs(end - 1))).toBe(end);
  expect(heldBy({ pair, address: none, client: none }, end)).toBeUndefined();
});

test("an attempt is blocked if and only if the limit was reached within the last minute", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 20_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 0, max: 90_000 }), (waits, lastWait) => {
      let time = start;
      let kept: Failures = [];
      const all: number[] = [];
      for (const wait of waits) {
        time += wait;
        all.push(time);
        kept = addFailure(kept, failureLimits.pair, instantFromMs(time));
      }
      const attemptAt = instantFromMs(time + lastWait);
      const recent = all.filter((failure) => attemptAt - failure < failureWindowMs).length;
      const until = heldBy({ pair: kept, address: none, client: none }, attemptAt);
      expect(until !== undefined).toBe(recent >= failureLimits.pair);
      expect(kept.length).toBeLessThanOrEqual(failureLimits.pair);
      if (until !== undefined) expect(until - attemptAt).toBeLessThanOrEqual(failureWindowMs);
    }),
  );
});

test("a known client at its address is blocked by its own failures only", () => {
  const [many, now] = [failures(50, instantFromMs(start)), instantFromMs(start)];
  const known = { pair: none, address: many, client: many, isKnown: true };
  expect(heldUntil(known, now)).toBeUndefined();
  expect(heldUntil({ ...known, pair: failures(10, now) }, now)).toBe(now + failureWindowMs);
});
