import type { Database, Transaction } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import { endLease, shareLease, takeLease } from "./lease-store.ts";

/** Lease of one node on a bank. A node that lost it cannot write any more, even if it does not know yet. */
export interface BankLease {
  /** Acquires or renews the lease; false while another node holds it. */
  hold(): Promise<boolean>;
  /** Called in each transaction of the engine before its writes; throws when the lease is lost. */
  fence(tx: Transaction): Promise<void>;
  release(): Promise<void>;
}

export interface BankLeaseOptions {
  readonly network: Network;
  readonly holder: string;
  readonly leaseMs: number;
}

export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

export function createBankLease(
  database: Database,
  { network, holder, leaseMs }: BankLeaseOptions,
): BankLease {
  const place = { network, holder };
  let epoch: bigint | undefined;
  return {
    hold: async () => {
      epoch = await takeLease(database, place, leaseMs);
      return epoch !== undefined;
    },
    fence: async (tx) => {
      const isHeld = epoch !== undefined && (await shareLease(tx, place, epoch));
      if (!isHeld) throw new LeaseLostError("another node holds the bank lease now");
    },
    release: async () => {
      epoch = undefined;
      await endLease(database, place);
    },
  };
}
