import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { LedgerScope } from "../operation.ts";

export interface Stretch {
  readonly after: bigint;
  readonly through: bigint;
  readonly limit: number;
}

/** Last sequence of the next batch of records; undefined if there are none. Index: ledger_journal_pkey. */
export async function selectStretchEnd(
  session: Session,
  scope: LedgerScope,
  { after, through, limit }: Stretch,
): Promise<bigint | undefined> {
  const values = [scope.tenantId, scope.network, after, through, limit];
  const row = await session.first(stretchEndStatement, values);
  return row?.sequence;
}

const stretchEndStatement = statement<{ readonly sequence: bigint | undefined }>(`
  SELECT max(sequence) AS sequence
    FROM (SELECT sequence FROM ledger_journal WHERE tenant_id = $1 AND network = $2 AND sequence > $3 AND sequence <= $4
           ORDER BY sequence LIMIT $5) AS stretch`);

export interface RepeatedRecord {
  readonly sequence: bigint;
  readonly count: bigint;
}

/** Index: ledger_journal_pkey; as long as it exists, there are no duplicates. */
export async function selectRepeatedRecords(
  session: Session,
  scope: LedgerScope,
  { after, through, limit }: Stretch,
): Promise<readonly RepeatedRecord[]> {
  return session.rows(repeatedRecordsStatement, [scope.tenantId, scope.network, after, through, limit]);
}

const repeatedRecordsStatement = statement<RepeatedRecord>(`
  SELECT sequence, count(*) AS count FROM ledger_journal
   WHERE tenant_id = $1 AND network = $2 AND sequence > $3 AND sequence <= $4
   GROUP BY sequence HAVING count(*) > 1 ORDER BY sequence LIMIT $5`);
