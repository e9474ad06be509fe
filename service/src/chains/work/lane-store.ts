import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { ChainKey } from "../chain-name.ts";
import { type KeyDuty, type KeyRef, keyName } from "../signer.ts";

const select = statement(`
  SELECT duty, lane_index, next_sequence FROM chain_lanes WHERE network = $1 AND chain = $2`);

/** The next sequence of each lane that was ever used, by the name of its key. */
export async function selectNextSequences(
  session: Session,
  { network, chain }: ChainKey,
): Promise<ReadonlyMap<string, bigint>> {
  type Row = { readonly duty: KeyDuty; readonly lane_index: number; readonly next_sequence: bigint };
  const rows = await session.rows<Row>(select, [network, chain]);
  return new Map(rows.map((row) => [keyName({ duty: row.duty, index: row.lane_index }), row.next_sequence]));
}

const save = statement(`
  INSERT INTO chain_lanes (network, chain, duty, lane_index, next_sequence)
  SELECT $1, $2, duty, lane_index, next_sequence
  FROM unnest($3::text[], $4::int[], $5::numeric[]) AS new (duty, lane_index, next_sequence)
  ON CONFLICT (network, chain, duty, lane_index) DO UPDATE SET next_sequence = excluded.next_sequence`);

export async function saveNextSequences(
  tx: Transaction,
  { network, chain }: ChainKey,
  lanes: readonly { readonly key: KeyRef; readonly nextSequence: bigint }[],
): Promise<void> {
  if (lanes.length === 0) return;
  await tx.run(save, [
    network,
    chain,
    lanes.map(({ key }) => key.duty),
    lanes.map(({ key }) => key.index),
    lanes.map(({ nextSequence }) => nextSequence),
  ]);
}
