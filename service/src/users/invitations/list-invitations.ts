import type { TenantId } from "../../kernel/id.ts";
import type { UsersDeps } from "../users-deps.ts";
import { maxOpenInvitations } from "./invite.ts";
import { type InvitationSummary, selectOpenInvitations } from "./store.ts";

/** Open links of a tenant, or of the platform if none is given. */
export function listInvitations(
  { database, clock }: Pick<UsersDeps, "database" | "clock">,
  tenantId: TenantId | undefined,
): Promise<readonly InvitationSummary[]> {
  return selectOpenInvitations(database, { tenantId, now: clock.now(), limit: maxOpenInvitations });
}
