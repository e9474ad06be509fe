import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { FailureReason } from "../chain.ts";
import { type ChainName, chainNames } from "../chain-name.ts";
import type { AttemptState } from "./attempt-store.ts";
import type { ChainWorkState } from "./chain-work.ts";

/** Work as it is told to people: how far it is, and the transactions that were made for it. */
export interface WorkHistory {
  readonly id: string;
  readonly chain: ChainName;
  readonly state: ChainWorkState;
  readonly failureReason: FailureReason | undefined;
  /** Of the transaction that did it. */
  readonly transactionId: string | undefined;
  /** The last block that is known to be final. */
  readonly finalHeight: bigint | undefined;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** Oldest first. */
  readonly transactions: readonly SentTransaction[];
}

export interface SentTransaction {
  readonly transactionId: string;
  readonly state: Exclude<AttemptState, "reserved">;
  /** When it was sent first; undefined before. */
  readonly sentAt: Instant | undefined;
  readonly createdAt: Instant;
  /** The block that it is in. */
  readonly height: bigint | undefined;
}

interface WorkRow {
  readonly id: string;
  readonly chain: ChainName;
  readonly state: ChainWorkState;
  readonly failure_reason: FailureReason | null;
  readonly transaction_id: string | null;
  readonly final_height: bigint | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

interface AttemptRow {
  readonly work_id: string;
  readonly transaction_id: string;
  readonly state: SentTransaction["state"];
  readonly first_sent_at: Instant | null;
  readonly created_at: Instant;
  readonly included_height: bigint | null;
}

// By the primary keys.
const works = statement(`
  SELECT work.id, work.chain, work.state, work.failure_reason, work.transaction_id, cursor.height AS final_height,
         work.created_at, work.updated_at
    FROM chain_work work LEFT JOIN chain_cursors cursor ON cursor.network = work.network AND cursor.chain = work.chain
   WHERE work.id = ANY ($1::text[])`);

// By the primary key. What was only set aside, or only uses up a sequence, is nobody's transaction.
const attempts = statement(`
  SELECT work_id, transaction_id, state, first_sent_at, created_at, included_height FROM chain_attempts
   WHERE work_id = ANY ($1::text[]) AND transaction_id IS NOT NULL AND NOT is_filler AND state <> 'reserved'
   ORDER BY work_id, number LIMIT $2`);

const maxAttempts = 200;

export async function selectWorkHistories(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkHistory>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows<WorkRow>(works, [ids]);
  const made = await session.rows<AttemptRow>(attempts, [ids, maxAttempts]);
  return new Map(
    rows.map((row) => [
      row.id,
      historyOf(
        row,
        made.filter(({ work_id: workId }) => workId === row.id),
      ),
    ]),
  );
}

function historyOf(row: WorkRow, made: readonly AttemptRow[]): WorkHistory {
  return {
    id: row.id,
    chain: row.chain,
    state: row.state,
    failureReason: row.failure_reason ?? undefined,
    transactionId: row.transaction_id ?? undefined,
    finalHeight: row.final_height ?? undefined,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    transactions: made.map((attempt) => ({
      transactionId: attempt.transaction_id,
      state: attempt.state,
      sentAt: attempt.first_sent_at ?? undefined,
      createdAt: attempt.created_at,
      height: attempt.included_height ?? undefined,
    })),
  };
}

// Index chain_attempts_by_transaction.
const subjects = statement(`
  SELECT DISTINCT work.subject
    FROM chain_attempts attempt JOIN chain_work work ON work.id = attempt.work_id
   WHERE attempt.network = $1 AND attempt.chain = ANY ($2::text[]) AND attempt.transaction_id = $3
     AND work.owner = $4 AND work.tenant_id = $5 LIMIT $6`);

const maxSubjects = 10;

/** What a transaction was sent for, on whichever chain it is. */
export async function selectSubjectsOfTransaction(
  session: Session,
  asked: {
    readonly network: Network;
    readonly tenantId: string;
    readonly owner: string;
    readonly transactionId: string;
  },
): Promise<readonly string[]> {
  const { network, tenantId, owner, transactionId } = asked;
  const values = [network, [...chainNames], transactionId, owner, tenantId, maxSubjects];
  const rows = await session.rows<{ readonly subject: string }>(subjects, values);
  return rows.map(({ subject }) => subject);
}
