import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { ChainName } from "../chain-name.ts";
import type { chainWork } from "../tables.ts";
import type { SubmissionState } from "./submission-store.ts";

/** Progress of an operation for operators, with the transactions made for it. */
export interface WorkHistory
  extends Pick<
    RowOf<typeof chainWork>,
    "id" | "chain" | "state" | "failureReason" | "transactionId" | "createdAt" | "updatedAt"
  > {
  /** The last known final block. */
  readonly finalHeight: bigint | undefined;
  /** Oldest first. */
  readonly transactions: readonly SentTransaction[];
}

export interface SentTransaction {
  readonly transactionId: string;
  readonly state: Exclude<SubmissionState, "reserved">;
  /** When it was first sent; undefined before. */
  readonly sentAt: Instant | undefined;
  readonly createdAt: Instant;
  /** Height of its block. */
  readonly height: bigint | undefined;
}

// By the primary keys.
const workRows = statement<Omit<WorkHistory, "transactions">>(`
  SELECT work.id, work.chain, work.state, work.failure_reason, work.transaction_id, scan_position.height AS final_height,
         work.created_at, work.updated_at
    FROM chain_work work LEFT JOIN chain_scan_positions scan_position ON scan_position.network = work.network AND scan_position.chain = work.chain
   WHERE work.id = ANY ($1::text[])`);

// By the primary key. Excludes unsigned submissions and no-op transactions.
const submissionRows = statement<SentTransaction & { readonly workId: string }>(`
  SELECT work_id, transaction_id, state, first_sent_at AS sent_at, created_at, included_height AS height FROM chain_submissions
   WHERE work_id = ANY ($1::text[]) AND transaction_id IS NOT NULL AND NOT is_cancel_transaction AND state <> 'reserved'
   ORDER BY work_id, number LIMIT $2`);

const maxSubmissions = 200;

export async function selectWorkHistories(
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, WorkHistory>> {
  if (ids.length === 0) return new Map();
  const rows = await session.rows(workRows, [ids]);
  const submissions = await session.rows(submissionRows, [ids, maxSubmissions]);
  const transactionsOf = (id: string): readonly SentTransaction[] =>
    submissions.filter(({ workId }) => workId === id).map(({ workId: _, ...transaction }) => transaction);
  return new Map(rows.map((row) => [row.id, { ...row, transactions: transactionsOf(row.id) }]));
}

// Index chain_submissions_by_transaction.
const subjects = statement<{ readonly subject: string }>(`
  SELECT DISTINCT work.subject
    FROM chain_submissions submission JOIN chain_work work ON work.id = submission.work_id
   WHERE submission.network = $1 AND submission.chain = ANY ($2::text[]) AND submission.transaction_id = $3
     AND work.owner = $4 AND work.tenant_id = $5 LIMIT $6`);

const maxSubjects = 10;

/** Objects that a transaction was sent for, on any chain. */
export async function selectSubjectsOfTransaction(
  session: Session,
  query: {
    readonly network: Network;
    readonly chains: readonly ChainName[];
    readonly tenantId: string;
    readonly owner: string;
    readonly transactionId: string;
  },
): Promise<readonly string[]> {
  const { network, chains, tenantId, owner, transactionId } = query;
  const values = [network, chains, transactionId, owner, tenantId, maxSubjects];
  const rows = await session.rows(subjects, values);
  return rows.map(({ subject }) => subject);
}
