import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { FeeOffer, Prepared } from "../chain.ts";
import type { ChainKey } from "../chain-name.ts";
import { type KeyRef, type KeyRole, keyName } from "../signer.ts";

export type SubmissionState = "reserved" | "signed" | "sent" | "included" | "settled" | "dead";

/** A submission: one signed transaction, or one that is still to be signed, for an operation. */
export interface Submission {
  readonly workId: string;
  readonly number: number;
  readonly senderRole: KeyRole;
  readonly senderIndex: number;
  readonly sequence: bigint | undefined;
  readonly isCancelTransaction: boolean;
  readonly state: SubmissionState;
  readonly transactionId: string | undefined;
  readonly fee: FeeOffer | undefined;
  readonly expiresAtHeight: bigint | undefined;
  readonly contract: string | undefined;
  readonly sentAt: Instant | undefined;
  readonly firstSentAt: Instant | undefined;
  readonly suspectedDroppedAt: Instant | undefined;
  /** The error of a node that rejected it. */
  readonly rejected: string | undefined;
}

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

const store = statement(`
  UPDATE chain_submissions SET state = 'signed', transaction_id = new.transaction_id, bytes = new.bytes,
    fee = new.fee::jsonb, expires_at_height = new.expires_at_height, contract = new.contract
  FROM unnest($1::text[], $2::int[], $3::text[], $4::bytea[], $5::text[], $6::numeric[], $7::text[])
    AS new (work_id, number, transaction_id, bytes, fee, expires_at_height, contract)
  WHERE chain_submissions.work_id = new.work_id AND chain_submissions.number = new.number
    AND chain_submissions.state = 'reserved'`);

/** Stores the transactions of reserved submissions, each once. Returns how many were stored. */
export function storeSigned(
  tx: Transaction,
  signed: readonly { readonly submission: SubmissionKey; readonly prepared: Prepared }[],
): Promise<number> {
  return tx.run(store, [
    signed.map(({ submission }) => submission.workId),
    signed.map(({ submission }) => submission.number),
    signed.map(({ prepared }) => prepared.transactionId),
    signed.map(({ prepared }) => Buffer.from(prepared.bytes)),
    signed.map(({ prepared }) => JSON.stringify(prepared.fee)),
    signed.map(({ prepared }) => prepared.expiresAtHeight),
    signed.map(({ prepared }) => prepared.contract),
  ]);
}

const markSent = statement<SentBytes>(`
  UPDATE chain_submissions SET state = 'sent', sent_at = $3::timestamptz,
    first_sent_at = coalesce(first_sent_at, $3::timestamptz)
  FROM unnest($1::text[], $2::int[]) AS sent (work_id, number)
  WHERE chain_submissions.work_id = sent.work_id AND chain_submissions.number = sent.number
    AND chain_submissions.state IN ('signed', 'sent')
  RETURNING chain_submissions.work_id, chain_submissions.number, chain_submissions.bytes`);

/** Stored bytes of a submission. */
export interface SentBytes extends SubmissionKey {
  readonly bytes: Buffer | undefined;
}

/** Called before sending: whether the bytes arrive is known only from the chain. Returns the bytes to send. */
export function markSubmissionsSent(
  session: Session,
  submissions: readonly SubmissionKey[],
  now: Instant,
): Promise<readonly SentBytes[]> {
  return session.rows(markSent, [...keys(submissions), formatInstant(now)]);
}

const markRejected = statement(`
  UPDATE chain_submissions SET rejected = new.detail
  FROM unnest($1::text[], $2::int[], $3::text[]) AS new (work_id, number, detail)
  WHERE chain_submissions.work_id = new.work_id AND chain_submissions.number = new.number
    AND chain_submissions.rejected IS NULL`);

export async function markSubmissionsRejected(
  tx: Transaction,
  rejected: readonly { readonly submission: SubmissionKey; readonly detail: string }[],
): Promise<void> {
  await tx.run(markRejected, [
    ...keys(rejected.map(({ submission }) => submission)),
    rejected.map(({ detail }) => detail),
  ]);
}

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

const markIncluded = statement(`
  UPDATE chain_submissions SET state = 'included', included_height = new.height, block_hash = new.block_hash,
    suspected_dropped_at = NULL
  FROM unnest($1::text[], $2::int[], $3::numeric[], $4::text[]) AS new (work_id, number, height, block_hash)
  WHERE chain_submissions.work_id = new.work_id AND chain_submissions.number = new.number
    AND chain_submissions.state IN ('sent', 'included')`);

export async function markSubmissionsIncluded(
  tx: Transaction,
  included: readonly {
    readonly submission: SubmissionKey;
    readonly height: bigint;
    readonly blockHash: string;
  }[],
): Promise<void> {
  if (included.length === 0) return;
  await tx.run(markIncluded, [
    ...keys(included.map(({ submission }) => submission)),
    included.map(({ height }) => height),
    included.map(({ blockHash }) => blockHash),
  ]);
}

const markReorged = statement(`
  UPDATE chain_submissions SET state = 'sent', included_height = NULL, block_hash = NULL
  FROM unnest($1::text[], $2::int[]) AS gone (work_id, number)
  WHERE chain_submissions.work_id = gone.work_id AND chain_submissions.number = gone.number
    AND chain_submissions.state = 'included'`);

/** Their block was reorged; the same bytes are sent again. */
export async function markSubmissionsReorged(
  tx: Transaction,
  submissions: readonly SubmissionKey[],
): Promise<void> {
  if (submissions.length > 0) await tx.run(markReorged, keys(submissions));
}

const markSuspected = statement(`
  UPDATE chain_submissions SET suspected_dropped_at = $3::timestamptz
  FROM unnest($1::text[], $2::int[]) AS suspected_dropped (work_id, number)
  WHERE chain_submissions.work_id = suspected_dropped.work_id AND chain_submissions.number = suspected_dropped.number
    AND chain_submissions.suspected_dropped_at IS NULL`);

export async function markSubmissionsSuspectedDropped(
  tx: Transaction,
  submissions: readonly SubmissionKey[],
  now: Instant,
): Promise<void> {
  if (submissions.length > 0) await tx.run(markSuspected, [...keys(submissions), formatInstant(now)]);
}

const clearSuspected = statement(`
  UPDATE chain_submissions SET suspected_dropped_at = NULL
  FROM unnest($1::text[], $2::int[]) AS trusted (work_id, number)
  WHERE chain_submissions.work_id = trusted.work_id AND chain_submissions.number = trusted.number`);

export async function clearSuspectedDropped(
  tx: Transaction,
  submissions: readonly SubmissionKey[],
): Promise<void> {
  if (submissions.length > 0) await tx.run(clearSuspected, keys(submissions));
}

const markDead = statement(`
  UPDATE chain_submissions SET state = 'dead', dead_because = new.because
  FROM unnest($1::text[], $2::int[], $3::text[]) AS new (work_id, number, because)
  WHERE chain_submissions.work_id = new.work_id AND chain_submissions.number = new.number
    AND chain_submissions.state NOT IN ('settled', 'dead')`);

export async function dropSubmissions(
  tx: Transaction,
  dead: readonly { readonly submission: SubmissionKey; readonly because: string }[],
): Promise<void> {
  if (dead.length === 0) return;
  await tx.run(markDead, [
    ...keys(dead.map(({ submission }) => submission)),
    dead.map(({ because }) => because),
  ]);
}

const markAllDead = statement(`
  UPDATE chain_submissions SET state = 'dead', dead_because = $2
  WHERE work_id = ANY ($1::text[]) AND state NOT IN ('settled', 'dead')`);

export async function dropSubmissionsOf(
  tx: Transaction,
  workIds: readonly string[],
  because: string,
): Promise<void> {
  if (workIds.length > 0) await tx.run(markAllDead, [workIds, because]);
}

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

const revive = statement<{ readonly workId: string }>(`
  UPDATE chain_submissions SET state = 'sent', dead_because = NULL, suspected_dropped_at = NULL
  WHERE work_id = ANY ($1::text[]) AND state = 'dead' AND bytes IS NOT NULL AND sent_at IS NOT NULL AND NOT is_cancel_transaction
    AND dead_because IS DISTINCT FROM 'failed'
  RETURNING work_id`);

/** Watches dropped transactions again, except those that are final without effect; returns the operations that have any. */
export async function reviveSubmissions(
  tx: Transaction,
  workIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.rows(revive, [workIds]);
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

const nextSequences = statement<{
  readonly role: KeyRole;
  readonly senderIndex: number;
  readonly nextSequence: bigint;
}>(`
  SELECT role, sender_index, next_sequence FROM chain_sender_queues WHERE network = $1 AND chain = $2`);

/** The next nonce of each sender queue that was ever used, by key name. */
export async function selectNextSequences(
  session: Session,
  { network, chain }: ChainKey,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await session.rows(nextSequences, [network, chain]);
  return new Map(rows.map((row) => [keyName({ role: row.role, index: row.senderIndex }), row.nextSequence]));
}

const saveSequences = statement(`
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
  await tx.run(saveSequences, [
    network,
    chain,
    senderQueues.map(({ key }) => key.role),
    senderQueues.map(({ key }) => key.index),
    senderQueues.map(({ nextSequence }) => nextSequence),
  ]);
}

function keys(submissions: readonly SubmissionKey[]): [string[], number[]] {
  return [submissions.map(({ workId }) => workId), submissions.map(({ number }) => number)];
}
