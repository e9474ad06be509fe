import type { Awaitable } from "../kernel/awaitable.ts";
import { addMs, type Clock, type Instant } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

export interface RateLimiter {
  /** Counts one request of this caller; refuses when the bucket is empty. Returns the rate limit headers. */
  take(caller: string): Awaitable<RateDecision>;
}

export interface RateDecision {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: RefusalError;
}

/** Rate limit: refills by `perSecond`, holds at most `burst`. */
export interface BucketPolicy {
  readonly perSecond: number;
  readonly burst: number;
}

/** What a node takes from the bucket of a caller: tokens that it has used already, and more of them. */
export interface TokenRequest {
  /** Digest of the caller, in hex. */
  readonly key: string;
  readonly owed: number;
  readonly further: number;
}

/** The bucket after a request; `tokens` is below zero while requests are owed. */
export interface BucketState {
  readonly key: string;
  readonly granted: number;
  readonly tokens: number;
}

export interface RateLimiterOptions {
  readonly policy: BucketPolicy;
  readonly clock: Clock;
  readonly keyOf: (caller: string) => string;
  /** Takes from the buckets that all nodes share. */
  readonly takeTokens: (requests: readonly TokenRequest[]) => Promise<readonly BucketState[]>;
  readonly onError: (error: unknown) => void;
}

/** Tokens of one caller that this node has taken and not used yet. */
interface Allowance {
  left: number;
  owed: number;
  /** The shared bucket when it was last read. */
  tokens: number;
  readAt: Instant;
  /** The bucket had less than a batch and is not read again before. */
  emptyUntil: Instant | undefined;
}

/** Number of allowances kept; the least recently used one is dropped first. */
const maxCallers = 100_000;
const batchesPerBurst = 20;
/** While a caller is above its limit, its bucket is read again after this time at the earliest. */
const minEmptyMs = 50;
/** Batches that a request waits for, while others use them up. */
const maxWaits = 100;

/**
 * A token bucket per caller in the database, shared by all nodes. A node takes tokens in batches of a twentieth of the
 * burst and counts requests against them in memory; it takes the next batch before the last one is used up. The first
 * batch of a caller is granted at once and owed, so no request waits for the database at normal load. A caller can
 * exceed the limit by one batch per node. Headers follow draft-ietf-httpapi-ratelimit-headers-10.
 */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const { policy, clock, keyOf } = options;
  const allowances = createLruMap<Allowance>(maxCallers);
  const batch = batchOf(policy);
  const policyHeader = `"default";q=${policy.burst};w=${Math.max(1, Math.ceil(policy.burst / policy.perSecond))}`;
  const refill = createRefill(options, batch);
  const decide = (allowance: Allowance, isAllowed: boolean): RateDecision => {
    const now = clock.now();
    const known = tokensAt(policy, allowance, now) + allowance.left;
    const tokens = Math.min(policy.burst, Math.max(0, known));
    const headers = {
      "ratelimit-policy": policyHeader,
      ratelimit: `"default";r=${Math.floor(tokens)};t=${Math.ceil((policy.burst - tokens) / policy.perSecond)}`,
    };
    if (isAllowed) return { headers };
    const waitMs = (allowance.emptyUntil ?? now) - now;
    const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
    return {
      headers,
      refusal: new RefusalError(refuse("rate_limited", "too many requests", { retryAfterSeconds })),
    };
  };
  const grant = (caller: string, allowance: Allowance, isNew: boolean): RateDecision => {
    allowance.left -= 1;
    // A batch of one is taken when it is needed.
    const isLow = allowance.left < Math.floor(batch / 2) && !isEmptyAt(allowance, clock.now());
    if (isNew || isLow) void refill(keyOf(caller), allowance);
    return decide(allowance, true);
  };
  const grantLater = async (caller: string, allowance: Allowance): Promise<RateDecision> => {
    // Concurrent requests may use up a batch before this one gets a token of it.
    for (let batches = 0; allowance.left < 1; batches += 1) {
      if (batches === maxWaits || isEmptyAt(allowance, clock.now())) return decide(allowance, false);
      await refill(keyOf(caller), allowance);
    }
    return grant(caller, allowance, false);
  };
  return {
    take: (caller) => {
      const known = allowances.get(caller);
      if (known !== undefined)
        return known.left < 1 ? grantLater(caller, known) : grant(caller, known, false);
      const allowance = newAllowance(policy, batch, clock.now());
      allowances.set(caller, allowance);
      return grant(caller, allowance, true);
    },
  };
}

function batchOf({ burst }: BucketPolicy): number {
  return Math.max(1, Math.floor(burst / batchesPerBurst));
}

/** A caller that this node does not know gets a batch, which is taken from the bucket afterwards. */
function newAllowance({ burst }: BucketPolicy, batch: number, now: Instant): Allowance {
  return { left: batch, owed: batch, tokens: burst - batch, readAt: now, emptyUntil: undefined };
}

function isEmptyAt({ emptyUntil }: Allowance, now: Instant): boolean {
  return emptyUntil !== undefined && now < emptyUntil;
}

function tokensAt({ perSecond, burst }: BucketPolicy, { tokens, readAt }: Allowance, now: Instant): number {
  return Math.min(burst, tokens + (Math.max(0, now - readAt) * perSecond) / 1_000);
}

type Refill = (key: string, allowance: Allowance) => Promise<void>;

interface Waiting {
  readonly allowance: Allowance;
  readonly done: () => void;
}

/** Callers whose allowance runs out at the same time share a statement; each has at most one request under way. */
function createRefill(options: RateLimiterOptions, batch: number): Refill {
  const underWay = new Map<string, Promise<void>>();
  let waiting = new Map<string, Waiting>();
  let isBusy = false;
  const run = async (): Promise<void> => {
    isBusy = true;
    while (waiting.size > 0) {
      const taken = waiting;
      waiting = new Map();
      await takeAll(options, batch, taken);
      for (const [key, { done }] of taken) {
        underWay.delete(key);
        done();
      }
    }
    isBusy = false;
  };
  return (key, allowance) => {
    const current = underWay.get(key);
    if (current !== undefined) return current;
    const made = new Promise<void>((done) => waiting.set(key, { allowance, done }));
    underWay.set(key, made);
    if (!isBusy) void run();
    return made;
  };
}

async function takeAll(
  { policy, clock, takeTokens, onError }: RateLimiterOptions,
  batch: number,
  taken: ReadonlyMap<string, Waiting>,
): Promise<void> {
  const requests = [...taken].map(([key, { allowance }]) => {
    return { key, owed: allowance.owed, further: allowance.left > Math.floor(batch / 2) ? 0 : batch };
  });
  const furtherOf = new Map(requests.map(({ key, further }) => [key, further]));
  try {
    for (const { key, granted, tokens } of await takeTokens(requests)) {
      const allowance = taken.get(key)?.allowance;
      if (allowance === undefined) continue;
      const readAt = clock.now();
      Object.assign(allowance, { left: allowance.left + granted, owed: 0, tokens, readAt });
      const waitMs = Math.max(minEmptyMs, Math.ceil(((1 - tokens) / policy.perSecond) * 1_000));
      const isEmpty = granted < (furtherOf.get(key) ?? 0);
      allowance.emptyUntil = isEmpty ? addMs(readAt, waitMs) : undefined;
    }
  } catch (error) {
    // Requests that need the database fail there; a rate limit must not fail the others.
    onError(error);
    for (const { allowance } of taken.values()) allowance.left = Math.max(allowance.left, batch);
  }
}
