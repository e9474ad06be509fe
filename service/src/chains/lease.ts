import type { Database, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ChainKey } from "./chain-name.ts";

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

const take = statement(`
  INSERT INTO chain_leases (network, chain, task, holder, epoch, expires_at)
  VALUES ($1, $2, $3, $4, 1, clock_timestamp() + $5 * interval '1 millisecond')
  ON CONFLICT (network, chain, task) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
    epoch = chain_leases.epoch + CASE WHEN chain_leases.holder = excluded.holder THEN 0 ELSE 1 END
  WHERE chain_leases.holder = excluded.holder OR chain_leases.expires_at < clock_timestamp()
  RETURNING epoch`);

// A share lock: a takeover waits for the writes under way, and the writes of the one before come no more.
const check = statement(`
  SELECT 1 AS held FROM chain_leases
  WHERE network = $1 AND chain = $2 AND task = $3 AND holder = $4 AND epoch = $5 FOR SHARE`);

const giveUp = statement(`
  UPDATE chain_leases SET expires_at = '-infinity' WHERE network = $1 AND chain = $2 AND task = $3 AND holder = $4`);

export function createChainLease(
  database: Database,
  { network, chain }: ChainKey,
  { task, holder, leaseMs }: LeaseOptions,
): ChainLease {
  let epoch: bigint | undefined;
  return {
    hold: async () => {
      const row = await database.first<{ readonly epoch: bigint }>(take, [
        network,
        chain,
        task,
        holder,
        leaseMs,
      ]);
      epoch = row?.epoch;
      return epoch !== undefined;
    },
    fence: async (tx) => {
      const held =
        epoch === undefined ? undefined : await tx.first(check, [network, chain, task, holder, epoch]);
      if (held === undefined) throw new LeaseLostError("another node does this on the chain now");
    },
    release: async () => {
      epoch = undefined;
      await database.run(giveUp, [network, chain, task, holder]);
    },
  };
}
