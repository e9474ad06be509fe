import type { Session } from "../db/database.ts";
import type { AccountId, TenantId } from "../kernel/id.ts";
import type { Application } from "./application.ts";
import { selectApplications } from "./store.ts";

const maxApplications = 1000;

/** Applications of one account in both networks, newest first, including revoked ones. */
export function listApplications(
  session: Session,
  owner: { readonly tenantId: TenantId; readonly accountId: AccountId },
): Promise<readonly Application[]> {
  return selectApplications(session, { ...owner, limit: maxApplications });
}
