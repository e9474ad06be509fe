import type { Database, Transaction } from "../db/database.ts";
import type { ChainKey } from "./chain-name.ts";
import { endLease, shareLease, takeLease } from "./lease-store.ts";

/** The right of one node to do one task on a chain. Whoever lost it cannot write any more, even if it does not know yet. */
export interface ChainLease {
  /** Takes or keeps the lease; false while another node has it. */
  hold(): Promise<boolean>;
  /** Inside each transaction of the engine, before its writes: throws when the lease is another's by now. */
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
      if (!isHeld) throw new LeaseLostError("another node does this on the chain now");
    },
    release: async () => {
      epoch = undefined;
      await endLease(database, place);
    },
  };
}
