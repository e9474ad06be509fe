import type { Database, Transaction } from "./database.ts";
import { earlierBy } from "./earlier.ts";
import { createPollLoop, type PollLoop } from "./poll-loop.ts";
import { statement } from "./statement.ts";
import { leases } from "./tables.ts";

/** Exclusive right of one process to a task. A process that lost it cannot write, even before it notices. */
export interface FencedLease {
  /** Acquires or renews the lease; false while another process has it. */
  hold(): Promise<boolean>;
  /** Call in each transaction of the task, before its writes: throws if another process has the lease. */
  fence(tx: Transaction): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseOptions {
  /** Such as `work/testnet/base`. */
  readonly task: string;
  readonly holder: string;
  readonly leaseMs: number;
}

export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export function createFencedLease(database: Database, { task, holder, leaseMs }: LeaseOptions): FencedLease {
  let epoch: bigint | undefined;
  return {
    hold: async () => {
      epoch = (await database.first(take, [task, holder, leaseMs]))?.epoch;
      return epoch !== undefined;
    },
    fence: async (tx) => {
      const held = epoch === undefined ? undefined : await tx.first(check, [task, holder, epoch]);
      if (held === undefined) throw new LeaseLostError(`another process holds the lease of ${task}`);
    },
    release: async () => {
      epoch = undefined;
      await database.run(expire, [task, holder]);
    },
  };
}

/**
 * The epoch of the lease if the holder has it or it is free; nothing while another process holds it. Citus evaluates no
 * clock in a condition of ON CONFLICT: a lease has expired if the new one would end later by more than its length.
 */
const take = statement<{ readonly epoch: bigint }>(`
  INSERT INTO leases (task, holder, epoch, expires_at)
  SELECT $1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond'
  -- A database that was restored causes no effects outside before it is recovered.
  WHERE NOT EXISTS (SELECT 1 FROM database_restores WHERE state = 'restored')
  ON CONFLICT (task) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
    epoch = leases.epoch + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END
  WHERE leases.holder = excluded.holder OR leases.expires_at < ${earlierBy("excluded.expires_at", "$3")}
  RETURNING epoch`);

// A share lock: a takeover waits for writes in progress, and the previous holder cannot write afterwards.
const check = statement(`
  SELECT 1 AS held FROM leases WHERE task = $1 AND holder = $2 AND epoch = $3 FOR SHARE`);

const expire = statement(`UPDATE leases SET expires_at = 'epoch' WHERE task = $1 AND holder = $2`);

export interface LeaseRenewalOptions extends Omit<LeaseOptions, "task"> {
  /** Label of the renewals in the metrics. */
  readonly name: string;
  readonly database: Database;
  readonly onError: (error: unknown) => void;
}

const beatsPerLease = 3;

/**
 * Renews all leases of a process with one statement, so that a worker keeps its lease while it waits for work, and
 * during a long turn.
 */
export function createLeaseRenewal(options: LeaseRenewalOptions): Pick<PollLoop, "start" | "stop"> {
  const { name, database, holder, leaseMs, onError } = options;
  return createPollLoop({
    name,
    pollMs: leaseMs / beatsPerLease,
    turn: async () => {
      await database.run(renewAll, [holder, leaseMs]);
      return "wait";
    },
    onError,
  });
}

/** A released or expired lease stays free. */
const renewAll = statement(`
  UPDATE leases SET expires_at = statement_timestamp() + $2 * interval '1 millisecond'
  WHERE holder = $1 AND expires_at > statement_timestamp()`);

export const leaseView = leases.view("task, holder, expires_at");
