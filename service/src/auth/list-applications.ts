import type { Session } from "../db/database.ts";
import type { AccountId, TenantId } from "../kernel/id.ts";
import type { Application } from "./application.ts";
import { selectApplications } from "./store.ts";

const maxListed = 1000;

/** The applications of one account in both networks, newest first, with those that were revoked. */
export function listApplications(
  session: Session,
  owner: { readonly tenantId: TenantId; readonly accountId: AccountId },
): Promise<readonly Application[]> {
  return selectApplications(session, { ...owner, limit: maxListed });
}
