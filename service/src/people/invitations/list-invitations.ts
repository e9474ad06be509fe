import type { TenantId } from "../../kernel/id.ts";
import type { PeopleDeps } from "../people-deps.ts";
import type { Invitation } from "./invitation.ts";
import { maxOpenInvitations } from "./invite.ts";
import { selectOpenInvitations } from "./store.ts";

/** Links that are still good: of a tenant, or of the platform where none is given. */
export function listInvitations(
  { database, clock }: Pick<PeopleDeps, "database" | "clock">,
  tenantId: TenantId | undefined,
): Promise<readonly Invitation[]> {
  return selectOpenInvitations(database, { tenantId, now: clock.now(), limit: maxOpenInvitations });
}
