import fc from "fast-check";
import { expect, test } from "vitest";
import { instantFromMs } from "../kernel/instant.ts";
import { fullBucket, secondsUntilFull, takeToken } from "./rate-limit.ts";

const policies = fc.record({
  perSecond: fc.integer({ min: 1, max: 100 }),
  burst: fc.integer({ min: 1, max: 200 }),
});

test("over any period no more is granted than the burst plus the refill", () => {
  fc.assert(
    fc.property(
      policies,
      fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 300 }),
      (policy, gapsMs) => {
        let nowMs = 1_000_000;
        let bucket = fullBucket(policy, instantFromMs(nowMs));
        let granted = 0;
        for (const gapMs of gapsMs) {
          nowMs += gapMs;
          const taken = takeToken(policy, bucket, instantFromMs(nowMs));
          bucket = taken.bucket;
          if (taken.isAllowed) granted += 1;
        }
        const elapsedMs = nowMs - 1_000_000;
        expect(granted).toBeLessThanOrEqual(policy.burst + (elapsedMs * policy.perSecond) / 1000 + 1e-6);
      },
    ),
  );
});

test("a caller that waits for Retry-After is let through", () => {
  fc.assert(
    fc.property(policies, (policy) => {
      const start = instantFromMs(1_000_000);
      let taken = takeToken(policy, fullBucket(policy, start), start);
      while (taken.isAllowed) taken = takeToken(policy, taken.bucket, start);
      const later = instantFromMs(start + taken.retryAfterSeconds * 1000);
      expect(takeToken(policy, taken.bucket, later).isAllowed).toBe(true);
    }),
  );
});

test("a clock that steps back neither grants nor removes tokens", () => {
  const policy = { perSecond: 1, burst: 2 };
  const first = takeToken(policy, fullBucket(policy, instantFromMs(10_000)), instantFromMs(10_000));
  const second = takeToken(policy, first.bucket, instantFromMs(5_000));
  expect(second.bucket.tokens).toBe(0);
  expect(secondsUntilFull(policy, second.bucket)).toBe(2);
});
