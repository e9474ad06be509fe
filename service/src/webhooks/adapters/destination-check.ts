import type { Refusal } from "../../kernel/refusal.ts";
import { type DestinationRules, literalAddress, refuseDestination } from "../destination.ts";
import { isPublic } from "../public-address.ts";
import { createNameResolver, type ResolveName } from "./name-resolver.ts";

/** An early word for whoever subscribes, given before anything is sent. It guards nothing: each connection does. */
export type DestinationCheck = (url: string) => Promise<Refusal | undefined>;

/** Takes urls that `readDestination` has passed. A name that cannot be looked up now may come to life before the first event. */
export function createDestinationCheck(options: {
  readonly rules: DestinationRules;
  /** Then names are the proxy's to look up, and may mean nothing here. */
  readonly isProxied: boolean;
  readonly resolve?: ResolveName;
  readonly timeoutMs?: number;
}): DestinationCheck {
  const { rules, isProxied, timeoutMs = defaultTimeoutMs } = options;
  const resolve = options.resolve ?? createNameResolver(rules);
  return async (url) => {
    const { hostname } = new URL(url);
    if (rules.allowPrivate || isProxied || literalAddress(hostname) !== undefined) return undefined;
    const addresses = await answered(resolve(hostname), timeoutMs);
    if (addresses.every(isPublic)) return undefined;
    // Not which: a stranger need not learn the addresses inside.
    return refuseDestination(`names ${hostname}, which leads to an address that is not public`);
  };
}

const defaultTimeoutMs = 1_000;

/** Nothing when there is no answer, or none in time. */
function answered(lookup: Promise<readonly string[]>, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), timeoutMs);
    const settle = (addresses: readonly string[]): void => {
      clearTimeout(timer);
      resolve(addresses);
    };
    lookup.then(settle, () => settle([]));
  });
}
