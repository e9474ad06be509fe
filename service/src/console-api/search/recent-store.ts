import { applicationView } from "../../auth/index.ts";
import type { Session } from "../../db/database.ts";
import { type Statement, statement } from "../../db/statement.ts";
import { eventView } from "../../events/index.ts";
import type { IdFragment } from "../../kernel/id-fragment.ts";
import { requestView } from "../../request-log/index.ts";
import { attemptView, subscriptionView } from "../../webhooks/index.ts";
import type { SearchScope } from "./search-store.ts";

/** A search reads this many rows of a table, however large it is. */
const maxRecent = 2_000;
const maxOfSubscription = 500;
const endsIn = "right(id, length($3::text)) = $3::text LIMIT $4";

// Indexes: the primary keys, of events events_tenant_id_id_key. An index on the ends of their ids would slow down what writes them.
const recent: readonly Statement<{ readonly id: string }>[] = [
  `(SELECT id FROM (SELECT id, network FROM ${eventView} AS event WHERE tenant_id = $1 ORDER BY id DESC LIMIT ${maxRecent}) AS event
    WHERE network = $2)`,
  `(SELECT id FROM ${requestView} AS request WHERE tenant_id = $1 AND network = $2 ORDER BY id DESC LIMIT ${maxRecent})`,
  `(SELECT attempt.id FROM ${subscriptionView} AS subscription
    CROSS JOIN LATERAL (
      SELECT id FROM ${attemptView} AS attempt WHERE tenant_id = $1 AND subscription_id = subscription.id
      ORDER BY id DESC LIMIT ${maxOfSubscription}) AS attempt
    WHERE subscription.tenant_id = $1 AND subscription.network = $2 LIMIT ${maxRecent})`,
  `(SELECT id FROM ${applicationView} AS application WHERE tenant_id = $1 AND network = $2)`,
].map((newest) => statement<{ readonly id: string }>(`SELECT id FROM ${newest} AS newest WHERE ${endsIn}`));

/** Ids of recent events, requests and delivery attempts of a workspace, and of its applications, with this end. */
export async function selectRecentIds(
  session: Session,
  { tenantId, network, limit }: SearchScope,
  { text }: IdFragment,
): Promise<readonly string[]> {
  const values = [tenantId, network, text, limit];
  const found = await Promise.all(recent.map((select) => session.rows(select, values)));
  return found.flat().map(({ id }) => id);
}
