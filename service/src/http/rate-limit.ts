import type { Clock, Instant } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

export interface RateLimiter {
  /** Counts one request of this caller; refuses when the bucket is empty. Returns the rate limit headers. */
  take(caller: string): {
    readonly headers: Readonly<Record<string, string>>;
    readonly refusal?: RefusalError;
  };
}

/** Rate limit: refills by `perSecond`, holds at most `burst`. */
export interface BucketPolicy {
  readonly perSecond: number;
  readonly burst: number;
}

/** Number of buckets kept; the least recently used one is dropped first, which only ever helps its caller. */
const maxCallers = 100_000;

/**
 * A token bucket per caller, kept in this process: with several nodes behind a load balancer, each grants its share.
 * Headers follow draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createRateLimiter(policy: BucketPolicy, clock: Clock): RateLimiter {
  const buckets = createLruMap<Bucket>(maxCallers);
  const policyHeader = `"default";q=${policy.burst};w=${Math.max(1, Math.ceil(policy.burst / policy.perSecond))}`;

  return {
    take: (caller) => {
      const now = clock.now();
      const taken = takeToken(policy, buckets.get(caller) ?? fullBucket(policy, now), now);
      buckets.set(caller, taken.bucket);
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

interface Bucket {
  readonly tokens: number;
  readonly at: Instant;
}

type Taken =
  | { readonly isAllowed: true; readonly bucket: Bucket }
  | { readonly isAllowed: false; readonly bucket: Bucket; readonly retryAfterSeconds: number };

export function fullBucket(policy: BucketPolicy, now: Instant): Bucket {
  return { tokens: policy.burst, at: now };
}

/** Takes one token. A clock that steps back adds and removes nothing. */
export function takeToken(policy: BucketPolicy, bucket: Bucket, now: Instant): Taken {
  const elapsedMs = Math.max(0, now - bucket.at);
  const tokens = Math.min(policy.burst, bucket.tokens + (elapsedMs * policy.perSecond) / 1000);
  if (tokens >= 1) return { isAllowed: true, bucket: { tokens: tokens - 1, at: now } };
  const retryAfterSeconds = Math.max(1, Math.ceil((1 - tokens) / policy.perSecond));
  return { isAllowed: false, bucket: { tokens, at: now }, retryAfterSeconds };
}

/** Time until the bucket is full again. */
export function secondsUntilFull(policy: BucketPolicy, bucket: Bucket): number {
  return Math.ceil((policy.burst - bucket.tokens) / policy.perSecond);
}
