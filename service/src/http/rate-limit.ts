import type { Clock } from "../kernel/instant.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";
import { type Bucket, type BucketPolicy, fullBucket, secondsUntilFull, takeToken } from "./token-bucket.ts";

export interface RateLimiter {
  /** Counts one request of this caller; refuses when the bucket is empty. Returns the rate limit headers. */
  take(caller: string): {
    readonly headers: Readonly<Record<string, string>>;
    readonly refusal?: RefusalError;
  };
}

/** Number of buckets kept; the least recently used one is dropped first, which only ever helps its caller. */
const maxCallers = 100_000;

/**
 * A token bucket per caller, kept in this process: with several nodes behind a load balancer, each grants its share.
 * Headers follow draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createRateLimiter(policy: BucketPolicy, clock: Clock): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const policyHeader = `"default";q=${policy.burst};w=${Math.max(1, Math.ceil(policy.burst / policy.perSecond))}`;

  const remember = (caller: string, bucket: Bucket): void => {
    buckets.delete(caller);
    buckets.set(caller, bucket);
    if (buckets.size <= maxCallers) return;
    const oldest = buckets.keys().next();
    if (oldest.done !== true) buckets.delete(oldest.value);
  };

  return {
    take: (caller) => {
      const now = clock.now();
      const taken = takeToken(policy, buckets.get(caller) ?? fullBucket(policy, now), now);
      remember(caller, taken.bucket);
      const remaining = Math.floor(taken.bucket.tokens);
      const headers = {
        "ratelimit-policy": policyHeader,
        ratelimit: `"default";r=${remaining};t=${secondsUntilFull(policy, taken.bucket)}`,
      };
      if (taken.isAllowed) return { headers };
      const { retryAfterSeconds } = taken;
      return {
        headers,
        refusal: new RefusalError(refuse("rate_limited", "too many requests", { retryAfterSeconds })),
      };
    },
  };
}
