import type { Clock } from "../kernel/instant.ts";
import { createLruMap, type LruMap } from "../kernel/lru-map.ts";
import { addressGroup } from "./address-group.ts";
import { addFailure, type Failures, failureLimits, heldUntil } from "./attempt-policy.ts";

/** Client and address of an attempt. The client is undefined if the value sent cannot be a client id. */
export interface Attempt {
  readonly clientId: string | undefined;
  readonly address: string;
}

/** Rate limit for credential guessing. Per process: with several nodes, an attacker gets each node's allowance. */
export interface AttemptLimiter {
  /** Seconds to wait before the next attempt; undefined if the attempt is allowed. */
  secondsToWait(attempt: Attempt): number | undefined;
  recordFailure(attempt: Attempt): void;
}

/** Maximum keys per map; evicting the least recently used key can only allow an extra attempt. */
const maxKeys = 10_000;
const noClient = "?";

export function createAttemptLimiter(clock: Clock): AttemptLimiter {
  const pairs = createLruMap<Failures>(maxKeys);
  const addresses = createLruMap<Failures>(maxKeys);
  const clients = createLruMap<Failures>(maxKeys);

  const record = (map: LruMap<Failures>, key: string, limit: number): void =>
    map.set(key, addFailure(map.get(key) ?? [], limit, clock.now()));

  return {
    secondsToWait: (attempt) => {
      const { pair, address, client } = keysOf(attempt);
      const now = clock.now();
      const counts = {
        pair: pairs.get(pair) ?? [],
        address: addresses.get(address) ?? [],
        client: clients.get(client) ?? [],
      };
      const until = heldUntil(counts, now);
      return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / 1000));
    },
    recordFailure: (attempt) => {
      const { pair, address, client } = keysOf(attempt);
      record(pairs, pair, failureLimits.pair);
      record(addresses, address, failureLimits.address);
      record(clients, client, failureLimits.client);
    },
  };
}

function keysOf({ clientId = noClient, address }: Attempt) {
  const group = addressGroup(address);
  return { pair: `${clientId} ${group}`, address: group, client: clientId };
}
