import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, ApplicationId, Network, TenantId } from "../kernel/id.ts";

/** An application as shown in search results. */
export interface NamedApplication {
  readonly id: ApplicationId;
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly accountId: AccountId;
  readonly name: string;
}

// The directory, then the applications, each by its primary key.
const named = statement<NamedApplication>(`
  SELECT application.id, application.tenant_id, application.network,
    application.account_id, application.name
  FROM client_directory AS entry
  JOIN applications AS application ON application.tenant_id = entry.tenant_id AND application.id = entry.client_id
  WHERE entry.client_id = ANY ($1::text[])`);

/** The existing clients among these ids, of any tenant. */
export async function selectNamedApplications(
  session: Session,
  ids: readonly ApplicationId[],
): Promise<readonly NamedApplication[]> {
  return ids.length === 0 ? [] : session.rows(named, [ids]);
}
