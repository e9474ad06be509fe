import type { Database, Transaction } from "../../db/database.ts";
import type { Network } from "../../kernel/id.ts";
import { endLease, shareLease, takeLease } from "./lease-store.ts";

/** The right of one node to speak with a bank. Whoever lost it cannot write any more, even if it does not know yet. */
export interface BankLease {
  /** Takes or keeps the lease; false while another node has it. */
  hold(): Promise<boolean>;
  /** Inside each transaction of the engine, before its writes: throws when the lease is another's by now. */
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
      if (!isHeld) throw new LeaseLostError("another node speaks with the bank now");
    },
    release: async () => {
      epoch = undefined;
      await endLease(database, place);
    },
  };
}
