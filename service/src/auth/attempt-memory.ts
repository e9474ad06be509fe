import { createHmac, randomBytes } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { type Failures, failureLimits } from "./attempt-policy.ts";

/** What a node knows about attempts: the records that it has read or written last. */
export interface AttemptMemory {
  keyOf(text: string): string;
  failuresOf(key: string): Failures;
  /** When this pair of client and address last succeeded, if it has not failed since. */
  succeededAt(key: string): Instant | undefined;
  merge(records: readonly AttemptRecord[]): void;
}

export interface AttemptRecord {
  readonly key: string;
  readonly failures: Failures;
  readonly succeededAt: Instant | undefined;
}

/** Evicting the least recently used key only means that the record is read before it counts. */
const maxFailing = 30_000;
/** Evicting a known pair only means that it is treated like any other. */
export const maxKnown = 50_000;
/** One more than any limit needs: a failure is compared with those before it. */
export const maxFailures = Math.max(...Object.values(failureLimits)) + 1;

export function createAttemptMemory(digestKey: Buffer = randomBytes(32)): AttemptMemory {
  const failing = createLruMap<Failures>(maxFailing);
  const known = createLruMap<Instant>(maxKnown);
  return {
    keyOf: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    failuresOf: (key) => failing.get(key) ?? [],
    succeededAt: (key) => known.get(key),
    merge: (records) => {
      for (const { key, failures, succeededAt } of records) {
        if (failures.length > 0)
          failing.set(key, failures.toSorted((left, right) => left - right).slice(-maxFailures));
        if (succeededAt === undefined) known.delete(key);
        else known.set(key, succeededAt);
      }
    },
  };
}
