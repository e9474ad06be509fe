import type { Database, Transaction } from "../db/database.ts";
import type { ChainKey } from "./chain-name.ts";
import { endLease, shareLease, takeLease } from "./lease-store.ts";

/** Exclusive right of one process to a task on a chain. A process that lost it cannot write, even before it notices. */
export interface ChainLease {
  /** Acquires or renews the lease; false while another process has it. */
  hold(): Promise<boolean>;
  /** Call in each transaction of the engine, before its writes: throws if another process has the lease. */
  fence(tx: Transaction): Promise<void>;
  release(): Promise<void>;
}

export interface LeaseOptions {
  readonly task: "work" | "scan";
  readonly holder: string;
  readonly leaseMs: number;
}

export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export function createChainLease(
  database: Database,
  key: ChainKey,
  { task, holder, leaseMs }: LeaseOptions,
): ChainLease {
  const place = { ...key, task, holder };
  let epoch: bigint | undefined;
  return {
    hold: async () => {
      epoch = await takeLease(database, place, leaseMs);
      return epoch !== undefined;
    },
    fence: async (tx) => {
      const isHeld = epoch !== undefined && (await shareLease(tx, place, epoch));
      if (!isHeld) throw new LeaseLostError("another process holds the lease for this chain");
    },
    release: async () => {
      epoch = undefined;
      await endLease(database, place);
    },
  };
}
