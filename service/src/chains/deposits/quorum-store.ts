import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Position, TokenTransfer } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";

/** A final deposit that is credited when a quorum of RPC nodes confirms it. */
export type UnconfirmedDeposit = Pick<
  TokenTransfer,
  "transactionId" | "index" | "contract" | "from" | "units" | "height" | "blockHash"
> & {
  readonly to: string;
  readonly scannedFrom: Position;
};

// Index chain_deposits_of_one_node.
const sumOfOneNode = statement<{ readonly units: bigint }>(`
  SELECT coalesce(sum(units), 0) AS units FROM chain_deposits
  WHERE network = $1 AND chain = $2 AND quorum IS NULL AND seen_at > $3::timestamptz`);

/** What was accepted since then without a quorum. */
export async function sumWithoutQuorum(
  session: Session,
  { network, chain }: ChainKey,
  since: Instant,
): Promise<bigint> {
  const row = await session.first(sumOfOneNode, [network, chain, formatInstant(since)]);
  return row?.units ?? 0n;
}

// Index chain_deposits_open.
const unconfirmed = statement<
  Omit<UnconfirmedDeposit, "scannedFrom"> & {
    readonly fromHeight: bigint | undefined;
    readonly fromHash: string | undefined;
  }
>(`
  SELECT transaction_id, transfer_index AS index, contract, from_address AS "from", to_address AS "to", units, height,
    block_hash, scanned_from_height AS from_height, scanned_from_hash AS from_hash
  FROM chain_deposits WHERE network = $1 AND chain = $2 AND state = 'final' AND quorum = 'awaited'
  ORDER BY height, transaction_id, transfer_index LIMIT $3`);

export async function selectUnconfirmed(
  session: Session,
  { network, chain }: ChainKey,
  limit: number,
): Promise<readonly UnconfirmedDeposit[]> {
  const rows = await session.rows(unconfirmed, [network, chain, limit]);
  return rows.map(({ fromHeight: height, fromHash: hash, ...deposit }) => {
    assert(
      height !== undefined && hash !== undefined,
      "a deposit that awaits a quorum has its scan position",
    );
    return { ...deposit, scannedFrom: { height, hash } };
  });
}

const named = `(network, chain, transaction_id, transfer_index) IN (
    SELECT $1, $2, * FROM unnest($3::text[], $4::int[]))`;

// By the primary key.
const confirm = statement(`
  UPDATE chain_deposits SET quorum = 'confirmed' WHERE ${named} AND state = 'final' AND quorum = 'awaited'`);

export function confirmDeposits(
  tx: Transaction,
  key: ChainKey,
  deposits: readonly UnconfirmedDeposit[],
): Promise<number> {
  return tx.run(confirm, valuesOf(key, deposits));
}

// By the primary key.
const deny = statement(`
  DELETE FROM chain_deposits WHERE ${named} AND state = 'final' AND quorum = 'awaited'`);

/** Most nodes have the final block without these deposits. */
export function deleteDenied(
  tx: Transaction,
  key: ChainKey,
  deposits: readonly UnconfirmedDeposit[],
): Promise<number> {
  return tx.run(deny, valuesOf(key, deposits));
}

function valuesOf({ network, chain }: ChainKey, deposits: readonly UnconfirmedDeposit[]) {
  return [
    network,
    chain,
    deposits.map(({ transactionId }) => transactionId),
    deposits.map(({ index }) => index),
  ];
}

const note = statement(`
  INSERT INTO chain_node_disagreements (network, chain, host, count, disagreed_at) VALUES ($1, $2, $3, 1, $4::timestamptz)
  ON CONFLICT (network, chain, host)
    DO UPDATE SET count = chain_node_disagreements.count + 1, disagreed_at = excluded.disagreed_at`);

export async function noteDisagreement(
  session: Session,
  { network, chain }: ChainKey,
  { host, now }: { readonly host: string; readonly now: Instant },
): Promise<void> {
  await session.run(note, [network, chain, host, formatInstant(now)]);
}
