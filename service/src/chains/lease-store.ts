import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { ChainKey } from "./chain-name.ts";

/** A task on a chain, and the process that performs it. */
export interface LeasePlace extends ChainKey {
  readonly task: string;
  readonly holder: string;
}

const take = statement(`
  INSERT INTO chain_leases (network, chain, task, holder, epoch, expires_at)
  VALUES ($1, $2, $3, $4, 1, clock_timestamp() + $5 * interval '1 millisecond')
  ON CONFLICT (network, chain, task) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at,
    epoch = chain_leases.epoch + CASE WHEN chain_leases.holder = excluded.holder THEN 0 ELSE 1 END
  WHERE chain_leases.holder = excluded.holder OR chain_leases.expires_at < clock_timestamp()
  RETURNING epoch`);

/** The epoch of the lease if the holder has it or it is free; undefined while another process holds it. */
export async function takeLease(
  session: Session,
  { network, chain, task, holder }: LeasePlace,
  leaseMs: number,
): Promise<bigint | undefined> {
  const row = await session.first<{ readonly epoch: bigint }>(take, [network, chain, task, holder, leaseMs]);
  return row?.epoch;
}

const renewAll = statement(`
  UPDATE chain_leases SET expires_at = clock_timestamp() + $2 * interval '1 millisecond'
  WHERE holder = $1 AND expires_at > clock_timestamp()`);

/** Renews all leases that the holder has. A released or expired lease stays free. */
export async function renewLeases(session: Session, holder: string, leaseMs: number): Promise<void> {
  await session.run(renewAll, [holder, leaseMs]);
}

// A share lock: a takeover waits for writes in progress, and the previous holder cannot write afterwards.
const check = statement(`
  SELECT 1 AS held FROM chain_leases
  WHERE network = $1 AND chain = $2 AND task = $3 AND holder = $4 AND epoch = $5 FOR SHARE`);

/** Whether the holder still has the lease; it keeps it until the transaction ends. */
export async function shareLease(
  tx: Transaction,
  { network, chain, task, holder }: LeasePlace,
  epoch: bigint,
): Promise<boolean> {
  return (await tx.first(check, [network, chain, task, holder, epoch])) !== undefined;
}

const expire = statement(`
  UPDATE chain_leases SET expires_at = '-infinity' WHERE network = $1 AND chain = $2 AND task = $3 AND holder = $4`);

export async function endLease(
  session: Session,
  { network, chain, task, holder }: LeasePlace,
): Promise<void> {
  await session.run(expire, [network, chain, task, holder]);
}
