import type { Session } from "../db/database.ts";
import { platformTenant, type UserId } from "../kernel/id.ts";
import { findMembership, operatorRights, rightsIn } from "../users/index.ts";
import type { Report } from "./report.ts";
import type { SchedulePlace } from "./schedule-store.ts";

/** Whether a user's current roles include the permission of a report. */
export async function mayRead(
  session: Session,
  { permission }: Pick<Report, "permission">,
  { tenantId, network }: SchedulePlace,
  userId: UserId,
): Promise<boolean> {
  const membership = await findMembership(session, userId);
  if (membership === undefined) return false;
  const { operatorRole } = membership;
  const rights: ReadonlySet<string> | undefined =
    tenantId === platformTenant
      ? operatorRole && operatorRights[operatorRole].platform
      : rightsIn(membership, tenantId, network);
  return rights?.has(permission) === true;
}
