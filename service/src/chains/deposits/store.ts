import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Position, TokenTransfer } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { chainDeposits, chainScanPositions } from "../tables.ts";
import type { Deposit } from "./deposit.ts";

/** A transfer to a custodial address, and the tenant that owns the address. */
export interface FoundDeposit {
  readonly transfer: TokenTransfer & { readonly to: string };
  readonly tenantId: TenantId;
  readonly addressId: string;
}

export const selectScanPosition = chainScanPositions.one({
  by: ["network", "chain"],
  columns: ["height", "hash"],
});

export const selectScannedChains = chainScanPositions.many({
  columns: ["network", "chain"],
  orderBy: ["network", "chain"],
});

const begin = chainScanPositions.insert({ onConflict: "(network, chain) DO NOTHING" });

const advance = statement(`
  UPDATE chain_scan_positions SET height = $3, hash = $4, scanned_at = $5::timestamptz
  WHERE network = $1 AND chain = $2 AND height = $6 AND hash = $7`);

/** Advances the scan position from where the scan began; false if another process has moved it since. */
export async function moveScanPosition(
  tx: Transaction,
  { network, chain }: ChainKey,
  { from, to, now }: { readonly from: Position | undefined; readonly to: Position; readonly now: Instant },
): Promise<boolean> {
  if (from === undefined) return begin(tx, { network, chain, ...to, scannedAt: now });
  const values = [network, chain, to.height, to.hash, formatInstant(now), from.height, from.hash];
  return (await tx.run(advance, values)) === 1;
}

const lockPosition = chainScanPositions.one({
  by: ["network", "chain"],
  columns: ["height"],
  lock: "UPDATE",
});
const rewind = chainScanPositions.update({ by: ["network", "chain", "height >"], set: ["height", "hash"] });

/**
 * Lets the scanner read blocks again. Deposits that it has found before stay as they are. Call it before the changes for
 * which they are read: a scan in progress has either moved the position, or sees these changes.
 */
export async function rewindScanPosition(tx: Transaction, key: ChainKey, to: Position): Promise<void> {
  await lockPosition(tx, key);
  await rewind(tx, { ...key, ...to });
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

const insert = chainDeposits.insertMany({
  of: ["network", "chain", "seenAt"],
  except: ["creditedAt"],
  onConflict: `(network, chain, transaction_id, transfer_index)
    DO UPDATE SET height = excluded.height, block_hash = excluded.block_hash
    WHERE chain_deposits.state = 'seen' AND chain_deposits.block_hash <> excluded.block_hash`,
  returning: ["transactionId"],
});

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
  key: ChainKey,
  { from, found, isAwaited, now }: NewDeposits,
): Promise<number> {
  const awaited = {
    quorum: "awaited",
    scannedFromHeight: from?.height,
    scannedFromHash: from?.hash,
  } as const;
  const rows = found.map(({ transfer, tenantId, addressId }, position) => ({
    tenantId,
    addressId,
    transactionId: transfer.transactionId,
    transferIndex: transfer.index,
    contract: transfer.contract,
    fromAddress: transfer.from,
    otherSenders: transfer.otherSenders ?? [],
    toAddress: transfer.to,
    units: transfer.units,
    height: transfer.height,
    blockHash: transfer.blockHash,
    state: "seen" as const,
    ...(isAwaited[position] === true ? awaited : {}),
  }));
  return (await insert(tx, { ...key, seenAt: now }, rows)).length;
}

/** Up to this height. */
export const finaliseDeposits = chainDeposits.update({
  by: ["network", "chain", "height <="],
  where: "state = 'seen'",
  setText: "state = 'final'",
});

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
