import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerScope } from "../operation.ts";

/** The end of a journal: its last record and hash. */
export interface JournalMark {
  readonly sequence: bigint;
  readonly hash: Buffer;
}

/** Index: journal_marks_pkey. */
export async function selectMark(session: Session, scope: LedgerScope): Promise<JournalMark | undefined> {
  return session.first(selectMarkStatement, [scope.tenantId, scope.network]);
}

const selectMarkStatement = statement<JournalMark>(`
  SELECT sequence, hash FROM journal_marks WHERE tenant_id = $1 AND network = $2`);

/** Index: journal_marks_pkey. A checkpoint never moves back, because two verifications may finish in any order. */
export async function upsertMark(
  session: Session,
  scope: LedgerScope,
  { sequence, hash }: JournalMark,
  verifiedAt: Instant,
): Promise<void> {
  await session.run(upsertMarkStatement, [scope.tenantId, scope.network, sequence, hash, verifiedAt]);
}

const upsertMarkStatement = statement(`
  INSERT INTO journal_marks (tenant_id, network, sequence, hash, verified_at)
  VALUES ($1, $2, $3, $4, to_timestamp($5::double precision / 1000))
  ON CONFLICT (tenant_id, network) DO UPDATE
     SET sequence = excluded.sequence, hash = excluded.hash, verified_at = excluded.verified_at
   WHERE journal_marks.sequence <= excluded.sequence`);
