import { createHmac, randomBytes } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";
import { createLruMap } from "../kernel/lru-map.ts";
import { addFailure, type Failures, failureLimits } from "./attempt-policy.ts";

/** What a node knows about attempts, from its own requests and from the other nodes. */
export interface AttemptMemory {
  keyOf(text: string): string;
  failuresOf(key: string): Failures;
  /** When this pair of client and address last succeeded, if it has not failed since. */
  succeededAt(key: string): Instant | undefined;
  fail(key: string, now: Instant): void;
  succeed(key: string, now: Instant): void;
  /** Changes for the other nodes since the last call. */
  takeChanges(): readonly AttemptChange[];
  /** Changes that could not be written. */
  giveBack(changes: readonly AttemptChange[]): void;
  /** Records of other nodes. */
  merge(records: readonly AttemptRecord[]): void;
  /** Calls back after a change that other nodes should know. */
  onChange(notify: () => void): void;
}

export interface AttemptRecord {
  readonly key: string;
  readonly failures: Failures;
  readonly succeededAt: Instant | undefined;
}

export interface AttemptChange {
  readonly key: string;
  /** New failures only. */
  readonly failures: Failures;
  /** The last outcome; undefined if it was a failure. */
  readonly succeededAt: Instant | undefined;
}

/** Evicting the least recently used key can only allow an extra attempt. */
const maxFailing = 30_000;
/** Evicting a known pair only means that it is treated like any other. */
export const maxKnown = 50_000;
/** A known pair is written again after this time, so that it does not expire. */
const refreshMs = 24 * 3_600_000;
const maxFailures = Math.max(...Object.values(failureLimits));

export function createAttemptMemory(digestKey: Buffer = randomBytes(32)): AttemptMemory {
  const failing = createLruMap<Failures>(maxFailing);
  const known = createLruMap<Instant>(maxKnown);
  let changes = new Map<string, AttemptChange>();
  let notify = (): void => {};
  const note = (change: AttemptChange): void => {
    const failures = [...(changes.get(change.key)?.failures ?? []), ...change.failures];
    changes.set(change.key, { ...change, failures: failures.slice(-maxFailures) });
  };
  return {
    keyOf: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    failuresOf: (key) => failing.get(key) ?? [],
    succeededAt: (key) => known.get(key),
    fail: (key, now) => {
      failing.set(key, addFailure(failing.get(key) ?? [], maxFailures, now));
      known.delete(key);
      note({ key, failures: [now], succeededAt: undefined });
      notify();
    },
    succeed: (key, now) => {
      const last = known.get(key);
      if (last !== undefined && now - last < refreshMs) return;
      known.set(key, now);
      note({ key, failures: [], succeededAt: now });
      notify();
    },
    takeChanges: () => {
      const taken = [...changes.values()];
      changes = new Map();
      return taken;
    },
    giveBack: (taken) => {
      const newer = [...changes.values()];
      changes = new Map(taken.map((change) => [change.key, change]));
      for (const change of newer) note(change);
    },
    merge: (records) => {
      for (const { key, failures, succeededAt } of records) {
        // Own changes that are not written yet are newer than the record.
        const own = changes.get(key);
        const all = [...failures, ...(own?.failures ?? [])].sort((left, right) => left - right);
        if (all.length > 0) failing.set(key, all.slice(-maxFailures));
        if (own !== undefined) continue;
        if (succeededAt === undefined) known.delete(key);
        else known.set(key, succeededAt);
      }
    },
    onChange: (callback) => {
      notify = callback;
    },
  };
}
