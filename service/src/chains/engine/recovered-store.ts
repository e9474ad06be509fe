import type { Session, Transaction } from "../../db/database.ts";
import { adoptEffects, freeEffects, knownEffects } from "../../db/restores/effect-store.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { ChainKey } from "../chain-name.ts";
import type { KeyRole } from "../signer.ts";

export interface FreeEffect {
  readonly mark: string;
  readonly reference: string;
  /** Of a mint to a custodial address: the scan position before it. */
  readonly scanHeight: bigint | undefined;
  readonly scanHash: string | undefined;
}

// Primary key. One effect each: the chain may show the same reference once only.
const freeOfMarks = statement<FreeEffect>(`
  SELECT DISTINCT ON (mark) mark, reference, (detail -> 'scan_after' ->> 'height')::numeric AS scan_height,
    detail -> 'scan_after' ->> 'hash' AS scan_hash
  FROM ${freeEffects} AS effect
  WHERE network = $1 AND place = $2 AND mark = ANY ($3::text[]) ORDER BY mark, reference`);

export function selectFreeEffects(
  session: Session,
  { network, chain }: ChainKey,
  marks: readonly string[],
): Promise<readonly FreeEffect[]> {
  return session.rows(freeOfMarks, [network, chain, marks]);
}

export interface AdoptedTransaction {
  readonly workId: string;
  readonly mark: string;
  readonly role: KeyRole;
  readonly transactionId: string;
}

// Without bytes: it is on the chain, in a final block, and never sent.
const insertAdopted = statement(`
  INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, state, transaction_id, bytes,
    fee, created_at, sent_at, first_sent_at)
  SELECT new.work_id,
    (SELECT coalesce(max(number), 0) + 1 FROM chain_submissions earlier WHERE earlier.work_id = new.work_id),
    $1, $2, new.role, 0, 'sent', new.transaction_id, '', '{}', $3::timestamptz, $3::timestamptz, $3::timestamptz
  FROM unnest($4::text[], $5::text[], $6::text[]) AS new (work_id, role, transaction_id)`);

export async function adoptTransactions(
  tx: Transaction,
  { network, chain }: ChainKey,
  adopted: readonly AdoptedTransaction[],
  now: Instant,
): Promise<void> {
  const transactionIds = adopted.map(({ transactionId }) => transactionId);
  const at = [network, chain, formatInstant(now)];
  await tx.run(insertAdopted, [
    ...at,
    adopted.map(({ workId }) => workId),
    adopted.map(({ role }) => role),
    transactionIds,
  ]);
  await adoptEffects(
    tx,
    { network, place: chain },
    adopted.map(({ mark, transactionId }) => ({ mark, reference: transactionId, updatedAt: now })),
  );
}

// Index recovered_effects_by_reference.
const recovered = statement<{ readonly reference: string }>(`
  SELECT DISTINCT reference FROM ${knownEffects} AS effect
  WHERE network = $1 AND place = $2 AND reference = ANY ($3::text[])`);

/** The subset of these transactions that a recovery found to be ours. */
export async function selectRecovered(
  session: Session,
  { network, chain }: ChainKey,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await session.rows(recovered, [network, chain, transactionIds]);
  return new Set(rows.map(({ reference }) => reference));
}
