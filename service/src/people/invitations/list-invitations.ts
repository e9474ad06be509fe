import type { TenantId } from "../../kernel/id.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { maxOpenInvitations } from "./invite.ts";
import { type ListedInvitation, selectOpenInvitations } from "./store.ts";

/** Links that are still good: of a tenant, or of the platform where none is given. */
export function listInvitations(
  { database, clock }: Pick<PeopleDeps, "database" | "clock">,
  tenantId: TenantId | undefined,
): Promise<readonly ListedInvitation[]> {
  return selectOpenInvitations(database, { tenantId, now: clock.now(), limit: maxOpenInvitations });
}
