import type { Clock } from "../kernel/instant.ts";
import { addressGroup } from "./address-group.ts";
import { type AttemptMemory, createAttemptMemory } from "./attempt-memory.ts";
import { heldUntil } from "./attempt-policy.ts";

/** Client and address of an attempt. The client is undefined if the value sent cannot be a client id. */
export interface Attempt {
  readonly clientId: string | undefined;
  readonly address: string;
}

/** Rate limit for credential guessing, by client, by address, and by both. */
export interface AttemptLimiter {
  /** Seconds to wait before the next attempt; undefined if the attempt is allowed. */
  secondsToWait(attempt: Attempt): number | undefined;
  /** Whether this client succeeded at this address before, and has not failed there since. */
  isKnown(attempt: Attempt): boolean;
  recordFailure(attempt: Attempt): void;
  recordSuccess(attempt: Attempt): void;
}

const noClient = "?";

/** `kind` keeps clients apart from users. */
export function createAttemptLimiter(
  clock: Clock,
  kind: "clients" | "users",
  memory: AttemptMemory = createAttemptMemory(),
): AttemptLimiter {
  const keysOf = ({ clientId = noClient, address }: Attempt) => {
    const group = addressGroup(address);
    const key = (...parts: readonly string[]): string => memory.keyOf(JSON.stringify([kind, ...parts]));
    return {
      pair: key("pair", clientId, group),
      address: key("address", group),
      client: key("client", clientId),
    };
  };
  return {
    secondsToWait: (attempt) => {
      const { pair, address, client } = keysOf(attempt);
      const now = clock.now();
      const counts = {
        pair: memory.failuresOf(pair),
        address: memory.failuresOf(address),
        client: memory.failuresOf(client),
        isKnown: memory.succeededAt(pair) !== undefined,
      };
      const until = heldUntil(counts, now);
      return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / 1000));
    },
    isKnown: (attempt) => memory.succeededAt(keysOf(attempt).pair) !== undefined,
    recordFailure: (attempt) => {
      const now = clock.now();
      for (const key of Object.values(keysOf(attempt))) memory.fail(key, now);
    },
    recordSuccess: (attempt) => memory.succeed(keysOf(attempt).pair, clock.now()),
  };
}
