import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { TenantId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import type { UsersDeps } from "../users-deps.ts";
import type { InvitationId } from "./invitation.ts";
import { revokeOpenInvitation } from "./store.ts";

/** Of a tenant, or of the platform if none is given. */
export async function revokeInvitation(
  deps: UsersDeps,
  tx: Transaction,
  request: { readonly id: InvitationId; readonly tenantId: TenantId | undefined; readonly cause: Cause },
): Promise<void> {
  const { id, tenantId, cause } = request;
  const now = deps.clock.now();
  if ((await revokeOpenInvitation(tx, { id, tenantId, expiresAt: now, revokedAt: now })) === 0) {
    throw new RefusalError(refuse("not_found", "there is no open invitation with this id"));
  }
  await recordChange(deps, tx, { cause, action: "invitation.revoke", id, tenantId });
}
