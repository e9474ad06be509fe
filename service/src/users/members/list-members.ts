import type { Session } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type MemberSummary, selectMembers } from "./store.ts";

const maxItems = 500;

/** Members of a tenant, in the order they joined. */
export async function listMembers(
  session: Session,
  tenantId: TenantId,
): Promise<{ readonly members: readonly MemberSummary[]; readonly isComplete: boolean }> {
  const found = await selectMembers(session, tenantId, maxItems + 1);
  return { members: found.slice(0, maxItems), isComplete: found.length <= maxItems };
}
