import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { ChainKey } from "../chain-name.ts";
import { type KeyRef, type KeyRole, keyName } from "../signer.ts";

const select = statement(`
  SELECT role, sender_index, next_sequence FROM chain_sender_queues WHERE network = $1 AND chain = $2`);

/** The next nonce of each sender queue that was ever used, by key name. */
export async function selectNextSequences(
  session: Session,
  { network, chain }: ChainKey,
): Promise<ReadonlyMap<string, bigint>> {
  type Row = { readonly role: KeyRole; readonly sender_index: number; readonly next_sequence: bigint };
  const rows = await session.rows<Row>(select, [network, chain]);
  return new Map(
    rows.map((row) => [keyName({ role: row.role, index: row.sender_index }), row.next_sequence]),
  );
}

const save = statement(`
  INSERT INTO chain_sender_queues (network, chain, role, sender_index, next_sequence)
  SELECT $1, $2, role, sender_index, next_sequence
  FROM unnest($3::text[], $4::int[], $5::numeric[]) AS new (role, sender_index, next_sequence)
  ON CONFLICT (network, chain, role, sender_index) DO UPDATE SET next_sequence = excluded.next_sequence`);

export async function saveNextSequences(
  tx: Transaction,
  { network, chain }: ChainKey,
  senderQueues: readonly { readonly key: KeyRef; readonly nextSequence: bigint }[],
): Promise<void> {
  if (senderQueues.length === 0) return;
  await tx.run(save, [
    network,
    chain,
    senderQueues.map(({ key }) => key.role),
    senderQueues.map(({ key }) => key.index),
    senderQueues.map(({ nextSequence }) => nextSequence),
  ]);
}
