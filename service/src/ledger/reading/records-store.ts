import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerAccountKind } from "../ledger-account.ts";
import type { LedgerScope, OperationType } from "../operation.ts";
import { ledgerJournal } from "../tables.ts";

/** One line of a record; a record without lines, such as a void, has one row with a null account. */
export interface RecordLineRow {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly type: OperationType;
  readonly key: string;
  readonly kind: LedgerAccountKind | undefined;
  readonly owner: string | undefined;
  readonly chain: string | undefined;
  readonly assetCode: string | undefined;
  readonly scale: number | undefined;
  readonly units: bigint | undefined;
}

/** Sorts after every character of a key. */
const beyondKeys = "~";

/** Index: ledger_journal_by_key, then the primary key of ledger_accounts. */
export function selectRecordLines(
  session: Session,
  { tenantId, network }: LedgerScope,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<readonly RecordLineRow[]> {
  return session.rows(recordLines, [tenantId, network, prefix, prefix + beyondKeys, limit]);
}

const linesOf = (records: string, order: string): string => `
  SELECT record.sequence, record.at, record.type, record.key, account.kind, account.owner, account.chain,
         account.asset_code, account.asset_scale AS scale, line.units
    FROM (${records}) AS record
    LEFT JOIN LATERAL unnest(record.account_numbers, record.units) WITH ORDINALITY AS line (number, units, place)
      ON true
    LEFT JOIN ledger_accounts AS account
      ON account.tenant_id = $1 AND account.network = $2 AND account.number = line.number
   ORDER BY record.sequence ${order}, line.place`;

const recordLines = statement<RecordLineRow>(
  linesOf(
    `SELECT sequence, at, type, key, account_numbers, units FROM ledger_journal
      WHERE tenant_id = $1 AND network = $2 AND key >= $3 AND key < $4 ORDER BY sequence LIMIT $5`,
    "",
  ),
);

/** Records of a journal between two sequences, the first of which is included. */
export interface RecordSlice {
  readonly from: bigint;
  readonly until: bigint;
  readonly isOldestFirst: boolean;
  readonly limit: number;
}

/** Index: the primary keys of ledger_journal and ledger_accounts. */
export function selectRecordLinesBetween(
  session: Session,
  { tenantId, network }: LedgerScope,
  { from, until, isOldestFirst, limit }: RecordSlice,
): Promise<readonly RecordLineRow[]> {
  const lines = isOldestFirst ? earliestLines : latestLines;
  return session.rows(lines, [tenantId, network, from, until, limit]);
}

const linesBetween = (order: "" | "DESC") =>
  statement<RecordLineRow>(
    linesOf(
      `SELECT sequence, at, type, key, account_numbers, units FROM ledger_journal
        WHERE tenant_id = $1 AND network = $2 AND sequence >= $3 AND sequence < $4 ORDER BY sequence ${order} LIMIT $5`,
      order,
    ),
  );
const earliestLines = linesBetween("");
const latestLines = linesBetween("DESC");

/** By the primary key. */
export async function selectRecordTime(
  session: Session,
  { tenantId, network }: LedgerScope,
  sequence: bigint,
): Promise<Instant | undefined> {
  return (await recordTime(session, { tenantId, network, sequence }))?.at;
}

const recordTime = ledgerJournal.one({ by: ["tenantId", "network", "sequence"], columns: ["at"] });
