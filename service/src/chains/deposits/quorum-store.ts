import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { assert } from "../../kernel/assert.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { Position, TokenTransfer } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { chainDeposits, chainNodeDisagreements } from "../tables.ts";

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

const isUnconfirmed = "state = 'final' AND quorum = 'awaited'";

const findUnconfirmed = chainDeposits.many({
  by: ["network", "chain"],
  where: isUnconfirmed,
  orderBy: ["height", "transactionId", "transferIndex"],
  limit: true,
});

/** Index chain_deposits_open. */
export async function selectUnconfirmed(
  session: Session,
  key: ChainKey,
  limit: number,
): Promise<readonly UnconfirmedDeposit[]> {
  const rows = await findUnconfirmed(session, { ...key, limit });
  return rows.map(({ transferIndex, fromAddress, toAddress, scannedFromHeight, scannedFromHash, ...row }) => {
    assert(
      scannedFromHeight !== undefined && scannedFromHash !== undefined,
      "a deposit that awaits a quorum has its scan position",
    );
    const scannedFrom = { height: scannedFromHeight, hash: scannedFromHash };
    return { ...row, index: transferIndex, from: fromAddress, to: toAddress, scannedFrom };
  });
}

export const confirmDeposits = chainDeposits.updateMany({
  of: ["network", "chain"],
  setText: "quorum = 'confirmed'",
  where: isUnconfirmed,
});

// By the primary key.
const deny = statement(`
  DELETE FROM chain_deposits WHERE (network, chain, transaction_id, transfer_index) IN (
    SELECT $1, $2, * FROM unnest($3::text[], $4::int[])) AND ${isUnconfirmed}`);

/** Most nodes have the final block without these deposits. */
export function deleteDenied(
  tx: Transaction,
  { network, chain }: ChainKey,
  deposits: readonly { readonly transactionId: string; readonly transferIndex: number }[],
): Promise<number> {
  const ids = deposits.map(({ transactionId }) => transactionId);
  return tx.run(deny, [network, chain, ids, deposits.map(({ transferIndex }) => transferIndex)]);
}

export const noteDisagreement = chainNodeDisagreements.insert({
  onConflict: `(network, chain, host)
    DO UPDATE SET count = chain_node_disagreements.count + 1, disagreed_at = excluded.disagreed_at`,
});
