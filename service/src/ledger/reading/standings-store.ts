import type { Session } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { JournalPlace } from "./read-store.ts";

/** How long a journal is, and how far it was verified. */
export interface JournalStanding {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly sequence: bigint;
  readonly hash: Buffer;
  readonly at: Instant;
  /** Null where it was never verified and found sound. */
  readonly verifiedSequence: bigint | null;
  readonly verifiedAt: Instant | null;
}

/** Journals with a head, in the order of tenant and network. Index: the primary keys of ledger_heads and journal_marks. */
export function selectStandings(
  session: Session,
  { after, limit }: { readonly after: JournalPlace | undefined; readonly limit: number },
): Promise<readonly JournalStanding[]> {
  return session.rows<JournalStanding>(standings, [after?.tenantId ?? "", after?.network ?? "", limit]);
}

const standings = statement(`
  SELECT head.tenant_id AS "tenantId", head.network, head.last_sequence AS sequence, head.last_hash AS hash,
         head.last_at AS at, mark.sequence AS "verifiedSequence", mark.verified_at AS "verifiedAt"
    FROM ledger_heads AS head
    LEFT JOIN journal_marks AS mark ON mark.tenant_id = head.tenant_id AND mark.network = head.network
   WHERE (head.tenant_id, head.network) > ($1, $2)
   ORDER BY head.tenant_id, head.network LIMIT $3`);
