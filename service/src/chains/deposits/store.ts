import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Position, TokenTransfer } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import type { Deposit } from "./deposit.ts";

/** A transfer to a custodial address, and the tenant that owns the address. */
export interface FoundDeposit {
  readonly transfer: TokenTransfer & { readonly to: string };
  readonly tenantId: TenantId;
  readonly addressId: string;
}

const scanPosition = statement<Position>(
  `SELECT height, hash FROM chain_scan_positions WHERE network = $1 AND chain = $2`,
);

export function selectScanPosition(
  session: Session,
  { network, chain }: ChainKey,
): Promise<Position | undefined> {
  return session.first(scanPosition, [network, chain]);
}

const scannedChains = statement<ChainKey>(
  `SELECT network, chain FROM chain_scan_positions ORDER BY network, chain`,
);

export function selectScannedChains(session: Session): Promise<readonly ChainKey[]> {
  return session.rows(scannedChains);
}

const begin = statement(`
  INSERT INTO chain_scan_positions (network, chain, height, hash, scanned_at) VALUES ($1, $2, $3, $4, $5::timestamptz)
  ON CONFLICT (network, chain) DO NOTHING`);

const advance = statement(`
  UPDATE chain_scan_positions SET height = $3, hash = $4, scanned_at = $5::timestamptz
  WHERE network = $1 AND chain = $2 AND height = $6 AND hash = $7`);

/** Advances the scan position from where the scan began; false if another process has moved it since. */
export async function moveScanPosition(
  tx: Transaction,
  { network, chain }: ChainKey,
  { from, to, now }: { readonly from: Position | undefined; readonly to: Position; readonly now: Instant },
): Promise<boolean> {
  const values = [network, chain, to.height, to.hash, formatInstant(now)];
  const moved =
    from === undefined
      ? await tx.run(begin, values)
      : await tx.run(advance, [...values, from.height, from.hash]);
  return moved === 1;
}

const lockPosition = statement(
  `SELECT height FROM chain_scan_positions WHERE network = $1 AND chain = $2 FOR UPDATE`,
);

const rewind = statement(`
  UPDATE chain_scan_positions SET height = $3, hash = $4 WHERE network = $1 AND chain = $2 AND height > $3`);

/**
 * Lets the scanner read blocks again. Deposits that it has found before stay as they are. Call it before the changes for
 * which they are read: a scan in progress has either moved the position, or sees these changes.
 */
export async function rewindScanPosition(
  tx: Transaction,
  { network, chain }: ChainKey,
  to: Position,
): Promise<void> {
  await tx.first(lockPosition, [network, chain]);
  await tx.run(rewind, [network, chain, to.height, to.hash]);
}

// An operation with a recipient key posts its own credit to the ledger. Index chain_submissions_by_transaction, one
// lookup each: without statistics, a join would read all submissions of the chain.
const ownTransactions = statement<{ readonly transactionId: string; readonly isPosted: boolean }>(`
  SELECT requested.transaction_id,
    work.operation ? 'toKey' AND work.operation ->> 'authority' IS DISTINCT FROM 'external_issuer' AS is_posted
  FROM unnest($3::text[]) AS requested (transaction_id)
  CROSS JOIN LATERAL (
    SELECT work_id FROM chain_submissions
    WHERE network = $1 AND chain = $2 AND transaction_id = requested.transaction_id LIMIT 1) AS submission
  JOIN chain_work work ON work.id = submission.work_id`);

/** A transaction sent by Florin, and whether its operation posts the credit. */
interface OwnTransaction {
  readonly isPosted: boolean;
}

/** The subset of these transactions that Florin sent, by id. */
export async function selectOwnTransactions(
  session: Session,
  { network, chain }: ChainKey,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, OwnTransaction>> {
  const rows = await session.rows(ownTransactions, [network, chain, transactionIds]);
  return new Map(rows.map((row) => [row.transactionId, { isPosted: row.isPosted }]));
}

// Index chain_deposits_open.
const deleteReorged = statement(`
  DELETE FROM chain_deposits deposit
  WHERE network = $1 AND chain = $2 AND state = 'seen' AND height > $3 AND height <= $4
    AND NOT EXISTS (
      SELECT 1 FROM unnest($5::text[], $6::int[], $7::text[]) AS found (transaction_id, transfer_index, block_hash)
      WHERE found.transaction_id = deposit.transaction_id AND found.transfer_index = deposit.transfer_index
        AND found.block_hash = deposit.block_hash)`);

/** Deletes deposits in these blocks that are no longer on the chain; returns their number. */
export function forgetDeposits(
  tx: Transaction,
  { network, chain }: ChainKey,
  {
    after,
    head,
    found,
  }: { readonly after: bigint; readonly head: bigint; readonly found: readonly FoundDeposit[] },
): Promise<number> {
  return tx.run(deleteReorged, [
    network,
    chain,
    after,
    head,
    found.map(({ transfer }) => transfer.transactionId),
    found.map(({ transfer }) => transfer.index),
    found.map(({ transfer }) => transfer.blockHash),
  ]);
}

const insert = statement<{ readonly transactionId: string }>(`
  INSERT INTO chain_deposits (network, chain, transaction_id, transfer_index, contract, from_address, to_address, units,
    height, block_hash, tenant_id, address_id, other_senders, state, seen_at, quorum, scanned_from_height,
    scanned_from_hash)
  SELECT $1, $2, transaction_id, transfer_index, contract, from_address, to_address, units, height, block_hash,
    tenant_id, address_id, other_senders::jsonb, 'seen', $14::timestamptz, CASE WHEN is_awaited THEN 'awaited' END,
    CASE WHEN is_awaited THEN $16::numeric END, CASE WHEN is_awaited THEN $17 END
  FROM unnest($3::text[], $4::int[], $5::text[], $6::text[], $7::text[], $8::numeric[], $9::numeric[], $10::text[],
    $11::text[], $12::text[], $13::text[], $15::boolean[])
    AS new (transaction_id, transfer_index, contract, from_address, to_address, units, height, block_hash, tenant_id,
      address_id, other_senders, is_awaited)
  ON CONFLICT (network, chain, transaction_id, transfer_index)
    DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash
    WHERE chain_deposits.state = 'seen' AND chain_deposits.block_hash <> excluded.block_hash
  RETURNING transaction_id`);

interface NewDeposits {
  /** The scan position after which they were found. */
  readonly from: Position | undefined;
  readonly found: readonly FoundDeposit[];
  /** Of each deposit, whether a quorum of RPC nodes must confirm it. */
  readonly isAwaited: readonly boolean[];
  readonly now: Instant;
}

/** Returns the number of new deposits. */
export async function insertDeposits(
  tx: Transaction,
  { network, chain }: ChainKey,
  { from, found, isAwaited, now }: NewDeposits,
): Promise<number> {
  if (found.length === 0) return 0;
  const inserted = await tx.rows(insert, [
    network,
    chain,
    found.map(({ transfer }) => transfer.transactionId),
    found.map(({ transfer }) => transfer.index),
    found.map(({ transfer }) => transfer.contract),
    found.map(({ transfer }) => transfer.from ?? null),
    found.map(({ transfer }) => transfer.to),
    found.map(({ transfer }) => transfer.units),
    found.map(({ transfer }) => transfer.height),
    found.map(({ transfer }) => transfer.blockHash),
    found.map(({ tenantId }) => tenantId),
    found.map(({ addressId }) => addressId),
    found.map(({ transfer }) => JSON.stringify(transfer.otherSenders ?? [])),
    formatInstant(now),
    isAwaited,
    from?.height,
    from?.hash,
  ]);
  return inserted.length;
}

const finalise = statement(`
  UPDATE chain_deposits SET state = 'final'
  WHERE network = $1 AND chain = $2 AND state = 'seen' AND height <= $3`);

export async function finaliseDeposits(
  tx: Transaction,
  { network, chain }: ChainKey,
  finalHeight: bigint,
): Promise<void> {
  await tx.run(finalise, [network, chain, finalHeight]);
}

interface WaitingTenant {
  readonly tenantId: TenantId;
  /** Whether they await a quorum of RPC nodes. */
  readonly isAwaited: boolean;
}

// Index chain_deposits_open.
const waitingTenants = statement<WaitingTenant>(`
  SELECT DISTINCT tenant_id, coalesce(quorum = 'awaited', false) AS is_awaited FROM chain_deposits
  WHERE network = $1 AND chain = $2 AND state = 'final' ORDER BY tenant_id`);

/** Tenants with final deposits that are not credited yet. */
export function selectWaitingTenants(
  session: Session,
  { network, chain }: ChainKey,
): Promise<readonly WaitingTenant[]> {
  return session.rows(waitingTenants, [network, chain]);
}

const credit = statement<Omit<Deposit, "chain">>(`
  UPDATE chain_deposits SET state = 'credited', credited_at = $5::timestamptz
  WHERE (network, chain, transaction_id, transfer_index) IN (
    SELECT network, chain, transaction_id, transfer_index FROM chain_deposits
    WHERE network = $1 AND chain = $2 AND state = 'final' AND tenant_id = $3
      AND quorum IS DISTINCT FROM 'awaited'
    ORDER BY height, transaction_id, transfer_index LIMIT $4 FOR UPDATE)
  RETURNING transaction_id, transfer_index AS index, contract, from_address AS "from", other_senders, to_address AS "to",
    units, address_id`);

/** Marks a batch of a tenant's final deposits as credited and returns them. */
export async function takeFinalDeposits(
  tx: Transaction,
  { network, chain }: ChainKey,
  { tenantId, limit, now }: { readonly tenantId: TenantId; readonly limit: number; readonly now: Instant },
): Promise<readonly Deposit[]> {
  const rows = await tx.rows(credit, [network, chain, tenantId, limit, formatInstant(now)]);
  return rows.map((row) => ({ ...row, chain }));
}
