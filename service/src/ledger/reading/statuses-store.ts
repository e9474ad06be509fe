import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { LedgerScope } from "../operation.ts";
import { ledgerAccounts, ledgerHeads, ledgerJournal } from "../tables.ts";
import type { JournalPlace } from "./read-store.ts";

/** Length of a journal, and how far it is verified. */
export interface JournalStatus {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly at: Instant;
  /** Null if it was never verified successfully. */
  readonly verifiedSequence: bigint | undefined;
  readonly verifiedAt: Instant | undefined;
}

/** Journals with a head, ordered by tenant and network. Index: the primary keys of ledger_heads and journal_marks. */
export function selectStatuses(
  session: Session,
  { after, limit }: { readonly after: JournalPlace | undefined; readonly limit: number },
): Promise<readonly JournalStatus[]> {
  return session.rows(statuses, [after?.tenantId ?? "", after?.network ?? "", limit]);
}

const columnsOfHeads = `
  SELECT head.tenant_id, head.network, head.last_sequence AS sequence, head.last_hash AS hash,
         head.last_at AS at, mark.sequence AS verified_sequence, mark.verified_at
    FROM ledger_heads AS head
    LEFT JOIN journal_marks AS mark ON mark.tenant_id = head.tenant_id AND mark.network = head.network`;

const statuses = statement<JournalStatus>(`${columnsOfHeads}
   WHERE (head.tenant_id, head.network) > ($1, $2)
   ORDER BY head.tenant_id, head.network LIMIT $3`);

/** Of one journal; undefined if it has no head. Index: the primary keys of ledger_heads and journal_marks. */
export function selectStatus(
  session: Session,
  { tenantId, network }: LedgerScope,
): Promise<JournalStatus | undefined> {
  return session.first(statusOfOne, [tenantId, network]);
}

const statusOfOne = statement<JournalStatus>(
  `${columnsOfHeads} WHERE head.tenant_id = $1 AND head.network = $2`,
);

/** The ends of the journals. */
export const journalHeads = ledgerHeads.view("tenant_id, network, last_sequence, last_hash");

export const journalView = ledgerJournal.view(
  "tenant_id, network, sequence, type, at, account_numbers, units",
);
export const ledgerAccountView = ledgerAccounts.view(
  "tenant_id, network, number, kind, owner, chain, asset_code",
);
