import { addressGroup } from "../kernel/address-group.ts";
import type { Clock, Instant } from "../kernel/instant.ts";
import {
  type AttemptMemory,
  type AttemptRecord,
  createAttemptMemory,
  maxFailures,
} from "./attempt-memory.ts";
import { addFailure, type Failures, heldUntil } from "./attempt-policy.ts";

/** Client and address of an attempt. The client is undefined if the value sent cannot be a client id. */
export interface Attempt {
  readonly clientId: string | undefined;
  readonly address: string;
}

/** Rate limit for credential guessing, by client, by address, and by both. */
export interface AttemptLimiter {
  /**
   * Seconds to wait before the next attempt; undefined if the attempt is allowed. From this node's memory: it only saves
   * the verification of attempts that would be refused.
   */
  secondsToWait(attempt: Attempt): number | undefined;
  /** Whether this client succeeded at this address before, and has not failed there since. */
  isKnown(attempt: Attempt): boolean;
  /** Counts a failure. Returns seconds to wait if the limit was reached before: then the outcome stays secret. */
  recordFailure(attempt: Attempt): Promise<number | undefined>;
  /** Seconds to wait if the limit was reached before: then the attempt fails although its credentials are right. */
  recordSuccess(attempt: Attempt): Promise<number | undefined>;
}

/** Where all nodes count attempts, one after the other. */
export interface AttemptRecords {
  /** Adds a failure to each key; returns the records with it. */
  fail(keys: readonly string[], now: Instant): Promise<readonly AttemptRecord[]>;
  read(keys: readonly string[]): Promise<readonly AttemptRecord[]>;
  succeed(key: string, now: Instant): Promise<void>;
}

interface Keys {
  readonly pair: string;
  readonly address: string;
  readonly client: string;
}

const noClient = "?";
/** A known pair is written again after this time, so that it does not expire. */
const refreshMs = 24 * 3_600_000;

/** `kind` keeps clients apart from users. */
export function createAttemptLimiter(
  clock: Clock,
  kind: "clients" | "users",
  memory: AttemptMemory = createAttemptMemory(),
  records: AttemptRecords = recordsIn(memory),
): AttemptLimiter {
  const keysOf = ({ clientId = noClient, address }: Attempt): Keys => {
    const group = addressGroup(address);
    const key = (...parts: readonly string[]): string => memory.keyOf(JSON.stringify([kind, ...parts]));
    return {
      pair: key("pair", clientId, group),
      address: key("address", group),
      client: key("client", clientId),
    };
  };
  const isKnown = ({ pair }: Keys): boolean => memory.succeededAt(pair) !== undefined;
  const wait = (keys: Keys, failuresOf: (key: string) => Failures, known: boolean): number | undefined => {
    const now = clock.now();
    const counts = {
      pair: failuresOf(keys.pair),
      address: failuresOf(keys.address),
      client: failuresOf(keys.client),
      isKnown: known,
    };
    const until = heldUntil(counts, now);
    return until === undefined ? undefined : Math.max(1, Math.ceil((until - now) / 1000));
  };
  return {
    secondsToWait: (attempt) => {
      const keys = keysOf(attempt);
      return wait(keys, memory.failuresOf, isKnown(keys));
    },
    isKnown: (attempt) => isKnown(keysOf(attempt)),
    recordFailure: async (attempt) => {
      const keys = keysOf(attempt);
      const wasKnown = isKnown(keys);
      const now = clock.now();
      const counted = await records.fail(Object.values(keys), now);
      memory.merge(counted);
      const earlier = new Map(counted.map(({ key, failures }) => [key, withoutOne(failures, now)]));
      return wait(keys, (key) => earlier.get(key) ?? [], wasKnown);
    },
    recordSuccess: async (attempt) => {
      const keys = keysOf(attempt);
      memory.merge(await records.read(Object.values(keys)));
      const seconds = wait(keys, memory.failuresOf, isKnown(keys));
      const last = memory.succeededAt(keys.pair);
      const now = clock.now();
      if (seconds === undefined && (last === undefined || now - last >= refreshMs)) {
        await records.succeed(keys.pair, now);
        memory.merge([{ key: keys.pair, failures: [], succeededAt: now }]);
      }
      return seconds;
    },
  };
}

function withoutOne(failures: Failures, failure: Instant): Failures {
  const place = failures.indexOf(failure);
  return place < 0 ? failures : failures.toSpliced(place, 1);
}

/** The records of one node that shares them with none. */
function recordsIn(memory: AttemptMemory): AttemptRecords {
  return {
    fail: async (keys, now) => {
      const records = keys.map((key) => {
        return {
          key,
          failures: addFailure(memory.failuresOf(key), maxFailures, now),
          succeededAt: undefined,
        };
      });
      memory.merge(records);
      return records;
    },
    read: async () => [],
    succeed: async () => {},
  };
}
