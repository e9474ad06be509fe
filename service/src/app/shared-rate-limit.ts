import { createHmac } from "node:crypto";
import { loadOrCreateServiceKey } from "../auth/index.ts";
import type { Database } from "../db/database.ts";
import { createRateLimiter, type RateLimiter } from "../http/rate-limit.ts";
import { takeTokens } from "../http/rate-store.ts";
import type { AppParts } from "./app-parts.ts";

/** The rate limit of this node, with buckets that it shares with the others; undefined if it is off. */
export async function createSharedRateLimit(
  { config: { rateLimit: policy }, database, keyRing, clock, logger }: AppParts,
  lookout: Database,
): Promise<RateLimiter | undefined> {
  if (policy === undefined) return undefined;
  const key = await loadOrCreateServiceKey(database, keyRing, "rate-limit-index");
  return createRateLimiter({
    policy,
    clock,
    keyOf: (caller) => createHmac("sha256", key).update(caller).digest("hex"),
    takeTokens: (requests) => takeTokens(lookout, policy, requests),
    onError: (error) =>
      logger.warn({ err: error }, "rate limits could not be read; requests are not limited"),
  });
}
