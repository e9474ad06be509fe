import type { Refusal } from "../../kernel/refusal.ts";
import { type DestinationRules, isPublic, literalAddress, refuseDestination } from "../destination.ts";
import { createNameResolver, type ResolveName } from "./guarded-connector.ts";

/** Early feedback when a subscription is created. It is no protection: each connection is checked. */
export type DestinationCheck = (url: string) => Promise<Refusal | undefined>;

/** For URLs that `readDestination` accepted. A name that cannot be resolved now may exist before the first event. */
export function createDestinationCheck(options: {
  readonly rules: DestinationRules;
  /** Then the proxy resolves names, and they may not resolve here. */
  readonly isProxied: boolean;
  readonly resolve?: ResolveName;
  readonly timeoutMs?: number;
}): DestinationCheck {
  const { rules, isProxied, timeoutMs = defaultTimeoutMs } = options;
  const resolve = options.resolve ?? createNameResolver(rules);
  return async (url) => {
    const { hostname } = new URL(url);
    if (rules.allowPrivate || isProxied || literalAddress(hostname) !== undefined) return undefined;
    const addresses = await responded(resolve(hostname), timeoutMs);
    if (addresses.every(isPublic)) return undefined;
    // Not which: internal addresses are not disclosed to customers.
    return refuseDestination(`points to ${hostname}, which resolves to an address that is not public`);
  };
}

const defaultTimeoutMs = 1_000;

/** Empty when there is no result, or none in time. */
function responded(lookup: Promise<readonly string[]>, timeoutMs: number): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve([]), timeoutMs);
    const settle = (addresses: readonly string[]): void => {
      clearTimeout(timer);
      resolve(addresses);
    };
    lookup.then(settle, () => settle([]));
  });
}
