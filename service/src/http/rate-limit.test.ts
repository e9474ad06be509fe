import fc from "fast-check";
import { expect, test } from "vitest";
import { createManualClock } from "../../test/auth.ts";
import { type BucketPolicy, type BucketState, createRateLimiter, type RateLimiter } from "./rate-limit.ts";

const policies = fc.record({
  perSecond: fc.integer({ min: 1, max: 100 }),
  burst: fc.integer({ min: 1, max: 400 }),
});

/** Nodes over one store of buckets, as `rate-store.ts` keeps them. */
function openNodes(policy: BucketPolicy, count: number) {
  const clock = createManualClock();
  const buckets = new Map<string, { tokens: number; at: number }>();
  let reads = 0;
  const takeTokens: Parameters<typeof createRateLimiter>[0]["takeTokens"] = async (requests) => {
    reads += 1;
    return requests.map(({ key, owed, further }): BucketState => {
      const { tokens, at } = buckets.get(key) ?? { tokens: policy.burst, at: clock.now() };
      const level = Math.min(policy.burst, tokens + ((clock.now() - at) * policy.perSecond) / 1_000);
      const granted = Math.min(further, Math.max(0, Math.floor(level) - owed));
      buckets.set(key, { tokens: level - owed - granted, at: clock.now() });
      return { key, granted, tokens: level - owed - granted };
    });
  };
  const onError = (error: unknown): never => {
    throw error;
  };
  const options = { policy, clock, takeTokens, onError, keyOf: (caller: string) => caller };
  const nodes = Array.from({ length: count }, () => createRateLimiter(options));
  return { clock, nodes, reads: () => reads };
}

async function isAllowed(node: RateLimiter | undefined): Promise<boolean> {
  return (await node?.take("caller"))?.refusal === undefined;
}

test("all nodes together grant no more than the burst plus the refill, and one batch per node", async () => {
  const steps = fc.array(
    fc.record({ node: fc.nat({ max: 2 }), gapMs: fc.integer({ min: 0, max: 300 }), requests: fc.nat(40) }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(policies, steps, async (policy, plan) => {
      const { clock, nodes } = openNodes(policy, 3);
      const batch = Math.max(1, Math.floor(policy.burst / 20));
      let [granted, elapsedMs] = [0, 0];
      for (const { node, gapMs, requests } of plan) {
        clock.advance(gapMs);
        elapsedMs += gapMs;
        const replies = Array.from({ length: requests }, () => isAllowed(nodes[node]));
        granted += (await Promise.all(replies)).filter((allowed) => allowed).length;
        const limit = policy.burst + (elapsedMs * policy.perSecond) / 1_000 + batch * nodes.length;
        expect(granted).toBeLessThanOrEqual(limit + 1e-6);
      }
    }),
  );
});

test("one node grants the whole burst, and then what is refilled", async () => {
  await fc.assert(
    fc.asyncProperty(policies, async (policy) => {
      const { clock, nodes } = openNodes(policy, 1);
      const [node] = nodes;
      let granted = 0;
      while (await isAllowed(node)) granted += 1;
      expect(granted).toBe(policy.burst);
      clock.advance(10_000);
      while (await isAllowed(node)) granted += 1;
      expect(granted).toBe(policy.burst + Math.min(policy.burst, policy.perSecond * 10));
    }),
  );
});

test("a caller that waits for Retry-After is let through", async () => {
  await fc.assert(
    fc.asyncProperty(policies, async (policy) => {
      const { clock, nodes } = openNodes(policy, 1);
      const [node] = nodes;
      while (await isAllowed(node)) clock.advance(0);
      const refusal = (await node?.take("caller"))?.refusal;
      clock.advance((refusal?.refusal.retryAfterSeconds ?? 0) * 1_000);
      expect(await isAllowed(node)).toBe(true);
    }),
  );
});

test("a node reads the bucket once per batch, and rarely while the caller is above its limit", async () => {
  const { clock, nodes, reads } = openNodes({ perSecond: 1_000, burst: 2_000 }, 1);
  const [node] = nodes;
  for (let request = 0; request < 1_000; request += 1) {
    clock.advance(1);
    expect(await isAllowed(node)).toBe(true);
  }
  expect(reads()).toBeLessThanOrEqual(1_000 / 50);
  const before = reads();
  for (let request = 0; request < 10_000; request += 1) {
    if (request % 10 === 0) clock.advance(1);
    await isAllowed(node);
  }
  // Within one second: batches while there are tokens, then every 50 ms.
  expect(reads() - before).toBeLessThanOrEqual(2_000 / 50 + 1_000 / 50);
});

test("the first request of a caller does not wait for the bucket", async () => {
  const clock = createManualClock();
  const takeTokens = (): Promise<readonly BucketState[]> => new Promise(() => {});
  const policy = { perSecond: 100, burst: 200 };
  const node = createRateLimiter({ policy, clock, takeTokens, keyOf: (caller) => caller, onError: () => {} });
  for (let request = 0; request < 10; request += 1) expect(await isAllowed(node)).toBe(true);
});

test("requests are not limited while the buckets cannot be read", async () => {
  const errors: unknown[] = [];
  const node = createRateLimiter({
    policy: { perSecond: 1, burst: 2 },
    clock: createManualClock(),
    keyOf: (caller) => caller,
    takeTokens: () => Promise.reject(new Error("the database is away")),
    onError: (error) => errors.push(error),
  });
  for (let request = 0; request < 10; request += 1) expect(await isAllowed(node)).toBe(true);
  expect(errors.length).toBeGreaterThan(0);
});

test("the headers never show more than the burst, nor less than nothing", async () => {
  const { clock, nodes } = openNodes({ perSecond: 10, burst: 100 }, 1);
  const [node] = nodes;
  const header = async () => (await node?.take("caller"))?.headers["ratelimit"];
  expect(await header()).toBe('"default";r=99;t=1');
  while (await isAllowed(node)) clock.advance(0);
  expect(await header()).toBe('"default";r=0;t=10');
  clock.advance(3_600_000);
  expect(await header()).toMatch(/^"default";r=(?:9\d|100);t=[01]$/);
});
