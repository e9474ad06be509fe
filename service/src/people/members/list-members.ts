import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type ListedMember, selectMembers } from "./store.ts";

const maxListed = 500;

/** Who belongs to a tenant, those who came first at the top. */
export async function listMembers(
  session: Session,
  tenantId: TenantId,
): Promise<{ readonly members: readonly ListedMember[]; readonly isComplete: boolean }> {
  const found = await selectMembers(session, tenantId, maxListed + 1);
  return { members: found.slice(0, maxListed), isComplete: found.length <= maxListed };
}
