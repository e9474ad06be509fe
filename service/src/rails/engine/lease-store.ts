import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";

export interface LeasePlace {
  readonly network: Network;
  readonly holder: string;
}

const take = statement(`
  INSERT INTO bank_leases (network, holder, epoch, expires_at)
  VALUES ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
  ON CONFLICT (network) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
    epoch = bank_leases.epoch + CASE WHEN bank_leases.holder = excluded.holder THEN 0 ELSE 1 END
  WHERE bank_leases.holder = excluded.holder OR bank_leases.expires_at < clock_timestamp()
  RETURNING epoch`);

/** The epoch of the lease, if the holder has it or it is free; undefined while another holder has it. */
export async function takeLease(
  session: Session,
  { network, holder }: LeasePlace,
  leaseMs: number,
): Promise<bigint | undefined> {
  const row = await session.first<{ readonly epoch: bigint }>(take, [network, holder, leaseMs]);
  return row?.epoch;
}

// A share lock: a takeover waits for writes in progress, and the previous holder cannot write afterwards.
const check = statement(`
  SELECT 1 AS held FROM bank_leases WHERE network = $1 AND holder = $2 AND epoch = $3 FOR SHARE`);

/** Whether the holder still has the lease; this stays true until the transaction ends. */
export async function shareLease(
  tx: Transaction,
  { network, holder }: LeasePlace,
  epoch: bigint,
): Promise<boolean> {
  return (await tx.first(check, [network, holder, epoch])) !== undefined;
}

const giveUp = statement(
  `UPDATE bank_leases SET expires_at = '-infinity' WHERE network = $1 AND holder = $2`,
);

export async function endLease(session: Session, { network, holder }: LeasePlace): Promise<void> {
  await session.run(giveUp, [network, holder]);
}
