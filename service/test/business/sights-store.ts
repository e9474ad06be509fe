import type { Session } from "../../src/db/database.ts";
import { statement } from "../../src/db/statement.ts";

/** Counts of the situations that a simulation should cover. */
export type Sights = Readonly<Record<string, bigint>>;

const sights = statement<Record<string, bigint>>(`
  SELECT * FROM
    (SELECT count(*) FILTER (WHERE status = 'failed' AND completed_at IS NOT NULL) AS "failed after completion",
            count(*) FILTER (WHERE undo_transaction_id IS NOT NULL) AS "tokens refunded",
            count(*) FILTER (WHERE hold_end IS NOT NULL AND status = 'complete') AS "released by an operator",
            count(*) FILTER (WHERE failure_type = 'compliance_rejected') AS "rejected by an operator",
            count(*) FILTER (WHERE status = 'canceled' AND updated_at >= expires_at) AS "a wire never came",
            count(*) FILTER (WHERE automation_id IS NOT NULL) AS "made by an automation"
       FROM transfers) AS of_transfers,
    (SELECT count(*) FILTER (WHERE payment.rail LIKE '%debit' AND payment.status = 'returned'
              AND transfer.status = 'complete') AS "a debit came back after the tokens were given",
            count(*) FILTER (WHERE payment.rail LIKE '%debit' AND transfer.status = 'failed'
              AND transfer.destination_work_id IS NOT NULL) AS "a debit without use",
            count(*) FILTER (WHERE payment.rail LIKE '%debit' AND payment.status = 'returned'
              AND payment.reason_code <> 'SENT_BACK' AND transfer.status = 'failed'
              AND transfer.destination_work_id IS NOT NULL) AS "a debit without use came back",
            count(*) FILTER (WHERE payment.reason_code = 'SENT_BACK') AS "sent back to its sender"
       FROM payments AS payment LEFT JOIN transfers AS transfer
         ON transfer.tenant_id = payment.tenant_id AND transfer.id = payment.owner_subject) AS of_payments,
    (SELECT count(*) AS "a claim was opened",
            count(*) FILTER (WHERE status <> 'open') AS "a claim was settled" FROM claims) AS of_claims,
    (SELECT count(*) FILTER (WHERE type = 'offset' AND status = 'complete' AND burn IS NOT NULL) AS "offset by tokens"
       FROM claim_settlements) AS of_settlements,
    (SELECT count(*) AS "a file came twice" FROM bank_files WHERE state = 'duplicate') AS of_files,
    (SELECT count(*) AS "a transaction was lost" FROM chain_submissions WHERE state = 'dead') AS of_attempts`);

export async function countSights(session: Session): Promise<Sights> {
  return (await session.first(sights)) ?? {};
}
