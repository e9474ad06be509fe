import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { FeeOffer, Prepared } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { type KeyRole, keyName } from "../signer.ts";
import { chainSenderQueues, chainSubmissions } from "../tables.ts";

export type SubmissionState = "reserved" | "signed" | "sent" | "included" | "settled" | "dead";

/** A submission: one signed transaction, or one that is still to be signed, for an operation. */
export type Submission = Omit<
  RowOf<typeof chainSubmissions>,
  "network" | "chain" | "bytes" | "includedHeight" | "blockHash" | "deadBecause" | "createdAt"
>;

export type SubmissionKey = Pick<Submission, "workId" | "number">;

export function submissionName({ workId, number }: SubmissionKey): string {
  return `${workId}/${number}`;
}

const columns = `work_id, number, sender_role, sender_index, sequence, is_cancel_transaction, state, transaction_id, fee,
    expires_at_height, contract, sent_at, first_sent_at, suspected_dropped_at, rejected`;

// Index chain_submissions_live. Without the bytes, which are read when they are sent.
const live = statement<Submission>(`
  SELECT ${columns} FROM chain_submissions
  WHERE network = $1 AND chain = $2 AND state NOT IN ('settled', 'dead')
  ORDER BY sender_role, sender_index, sequence, work_id, number LIMIT $3`);

/** All live submissions of a chain, lowest nonces first. */
export function selectLiveSubmissions(
  session: Session,
  { network, chain }: ChainKey,
  limit: number,
): Promise<readonly Submission[]> {
  return session.rows(live, [network, chain, limit]);
}

/** A submission that is not stored yet; without a signed transaction, only its nonce is reserved. */
export interface NewSubmission {
  readonly workId: string;
  readonly senderRole: KeyRole;
  readonly senderIndex: number;
  readonly sequence: bigint | undefined;
  readonly isCancelTransaction: boolean;
  readonly prepared?: Prepared | undefined;
}

const insert = statement<Submission>(`
  INSERT INTO chain_submissions (work_id, number, network, chain, sender_role, sender_index, sequence, is_cancel_transaction,
    transaction_id, bytes, fee, expires_at_height, contract, state, created_at, sent_at, first_sent_at)
  SELECT new.work_id,
    (SELECT coalesce(max(number), 0) + 1 FROM chain_submissions earlier WHERE earlier.work_id = new.work_id),
    $1, $2, new.sender_role, new.sender_index, new.sequence, new.is_cancel_transaction,
    new.transaction_id, new.bytes, new.fee::jsonb, new.expires_at_height, new.contract,
    CASE WHEN new.bytes IS NULL THEN 'reserved' ELSE 'sent' END, $3::timestamptz,
    CASE WHEN new.bytes IS NOT NULL THEN $3::timestamptz END, CASE WHEN new.bytes IS NOT NULL THEN $3::timestamptz END
  FROM unnest($4::text[], $5::text[], $6::int[], $7::numeric[], $8::boolean[], $9::text[], $10::bytea[], $11::text[],
    $12::numeric[], $13::text[]) AS new (work_id, sender_role, sender_index, sequence, is_cancel_transaction,
    transaction_id, bytes, fee, expires_at_height, contract)
  RETURNING ${columns}`);

/**
 * A signed transaction is stored as sent: it is sent right after the commit, and whether it arrives is known only from
 * the chain. Returns the submissions as stored, in any order.
 */
export async function insertSubmissions(
  tx: Transaction,
  { network, chain }: ChainKey,
  submissions: readonly NewSubmission[],
  now: Instant,
): Promise<readonly Submission[]> {
  if (submissions.length === 0) return [];
  const prepared = submissions.map((submission) => submission.prepared);
  return tx.rows(insert, [
    network,
    chain,
    formatInstant(now),
    submissions.map(({ workId }) => workId),
    submissions.map(({ senderRole }) => senderRole),
    submissions.map(({ senderIndex }) => senderIndex),
    submissions.map(({ sequence }) => sequence),
    submissions.map(({ isCancelTransaction }) => isCancelTransaction),
    prepared.map((transaction) => transaction?.transactionId),
    prepared.map((transaction) => transaction && Buffer.from(transaction.bytes)),
    prepared.map((transaction) => transaction && JSON.stringify(transaction.fee)),
    prepared.map((transaction) => transaction?.expiresAtHeight),
    prepared.map((transaction) => transaction?.contract),
  ]);
}

const store = chainSubmissions.updateMany({
  set: ["transactionId", "bytes", "fee", "expiresAtHeight", "contract"],
  setText: "state = 'signed'",
  where: "state = 'reserved'",
});

/** Stores the transactions of reserved submissions, each once. Returns how many were stored. */
export function storeSigned(
  tx: Transaction,
  signed: readonly { readonly submission: SubmissionKey; readonly prepared: Prepared }[],
): Promise<number> {
  const rows = signed.map(({ submission: { workId, number }, prepared }) => ({
    ...prepared,
    workId,
    number,
    bytes: Buffer.from(prepared.bytes),
    contract: prepared.contract,
  }));
  return store(tx, rows);
}

/** Called before sending: whether the bytes arrive is known only from the chain. Returns the bytes to send. */
export const markSubmissionsSent = chainSubmissions.updateMany({
  set: ["sentAt"],
  setText: "state = 'sent', first_sent_at = coalesce(first_sent_at, changed.sent_at)",
  where: "state IN ('signed', 'sent')",
  returning: ["workId", "number", "bytes"],
});

export const markSubmissionsRejected = chainSubmissions.updateMany({
  set: ["rejected"],
  where: "chain_submissions.rejected IS NULL",
});

const lastFees = statement<{ readonly workId: string; readonly fee: FeeOffer }>(`
  SELECT DISTINCT ON (work_id) work_id, fee FROM chain_submissions
  WHERE work_id = ANY ($1::text[]) AND fee IS NOT NULL ORDER BY work_id, number DESC`);

/** The last fee offered for each operation, whatever its outcome. */
export async function selectLastFees(
  session: Session,
  workIds: readonly string[],
): Promise<ReadonlyMap<string, FeeOffer>> {
  const rows = await session.rows(lastFees, [workIds]);
  return new Map(rows.map(({ workId, fee }) => [workId, fee]));
}

export const markSubmissionsIncluded = chainSubmissions.updateMany({
  set: ["includedHeight", "blockHash"],
  setText: "state = 'included', suspected_dropped_at = NULL",
  where: "state IN ('sent', 'included')",
});

/** Their block was reorged; the same bytes are sent again. */
export const markSubmissionsReorged = chainSubmissions.updateMany({
  setText: "state = 'sent', included_height = NULL, block_hash = NULL",
  where: "state = 'included'",
});

export const markSubmissionsSuspectedDropped = chainSubmissions.updateMany({
  set: ["suspectedDroppedAt"],
  where: "chain_submissions.suspected_dropped_at IS NULL",
});

export const clearSuspectedDropped = chainSubmissions.updateMany({ setText: "suspected_dropped_at = NULL" });

export const dropSubmissions = chainSubmissions.updateMany({
  set: ["deadBecause"],
  setText: "state = 'dead'",
  where: "state NOT IN ('settled', 'dead')",
});

export const dropSubmissionsOf = chainSubmissions.update({
  by: ["workId[]"],
  where: "state NOT IN ('settled', 'dead')",
  set: ["deadBecause"],
  setText: "state = 'dead'",
});

const settleAll = statement<Settled>(`
  UPDATE chain_submissions
     SET state = CASE WHEN bytes IS NULL THEN 'dead' ELSE 'settled' END,
         dead_because = CASE WHEN bytes IS NULL THEN 'unsigned' ELSE dead_because END
   WHERE work_id = ANY ($1::text[]) AND state <> 'dead'
  RETURNING chain, transaction_id, CASE WHEN state = 'settled' AND NOT is_cancel_transaction THEN first_sent_at END AS sent_at`);

/** A settled transaction. */
interface Settled {
  readonly chain: string;
  readonly transactionId: string | undefined;
  /** Undefined if it was not sent, or has no effect. */
  readonly sentAt: Instant | undefined;
}

/** The operations are settled: their transactions are not watched, resent or signed any more. */
export function settleSubmissions(tx: Transaction, workIds: readonly string[]): Promise<readonly Settled[]> {
  return tx.rows(settleAll, [workIds]);
}

const revive = chainSubmissions.update({
  by: ["workId[]"],
  where: `state = 'dead' AND bytes IS NOT NULL AND sent_at IS NOT NULL AND NOT is_cancel_transaction
    AND dead_because IS DISTINCT FROM 'failed'`,
  setText: "state = 'sent', dead_because = NULL, suspected_dropped_at = NULL",
  returning: ["workId"],
});

/** Watches dropped transactions again, except those that are final without effect; returns the operations that have any. */
export async function reviveSubmissions(
  tx: Transaction,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await revive(tx, { workId: workIds });
  return new Set(rows.map(({ workId }) => workId));
}

const counted = statement<{
  readonly workId: string;
  readonly submissions: number;
}>(`SELECT work_id, count(*)::int AS submissions FROM chain_submissions
  WHERE work_id = ANY ($1::text[]) GROUP BY work_id`);

export async function countSubmissions(
  session: Session,
  workIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await session.rows(counted, [workIds]);
  return new Map(rows.map(({ workId, submissions }) => [workId, submissions]));
}

const nextSequences = chainSenderQueues.many({ by: ["network", "chain"] });

/** The next nonce of each sender queue that was ever used, by key name. */
export async function selectNextSequences(
  session: Session,
  key: ChainKey,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await nextSequences(session, key);
  return new Map(rows.map((row) => [keyName({ role: row.role, index: row.senderIndex }), row.nextSequence]));
}

export const saveNextSequences = chainSenderQueues.insertMany({
  of: ["network", "chain"],
  onConflict: "replace",
});
