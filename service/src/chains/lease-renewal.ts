import type { Database } from "../db/database.ts";
import { createPollLoop, type PollLoop } from "../db/poll-loop.ts";
import { renewLeases } from "./lease-store.ts";

export interface LeaseRenewalOptions {
  readonly database: Database;
  readonly holder: string;
  readonly leaseMs: number;
  readonly onError: (error: unknown) => void;
}

const beatsPerLease = 3;

/**
 * Renews all chain leases of a process with one statement, so that a worker keeps its lease while it waits for work,
 * and during a long turn.
 */
export function createLeaseRenewal(options: LeaseRenewalOptions): Pick<PollLoop, "start" | "stop"> {
  const { database, holder, leaseMs, onError } = options;
  return createPollLoop({
    name: "chains.lease",
    pollMs: leaseMs / beatsPerLease,
    turn: async () => {
      await renewLeases(database, holder, leaseMs);
      return "wait";
    },
    onError,
  });
}
