import type { Instant } from "../kernel/instant.ts";

/** Rate limit: refills by `perSecond`, holds at most `burst`. */
export interface BucketPolicy {
  readonly perSecond: number;
  readonly burst: number;
}

export interface Bucket {
  readonly tokens: number;
  readonly at: Instant;
}

export type Taken =
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
