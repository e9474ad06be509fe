import { loadAccessGraph, originOf, recordAccessChange, refuseConfirmation } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { orNotFound, RefusalError } from "../../kernel/refusal.ts";
import { lockMember } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";

export interface Confirmation {
  readonly userId: UserId;
  /** Undefined for any user; otherwise a member of this tenant. */
  readonly tenantId: TenantId | undefined;
  readonly cause: Cause;
  /** How long after a change of their access a user confirms no one. */
  readonly newAccessMs: number;
}

/** Records that a user is a separate individual, who then counts beside others of the same origin. */
export async function confirmIndividual(
  deps: UsersDeps,
  tx: Transaction,
  { userId, tenantId, cause, newAccessMs }: Confirmation,
): Promise<void> {
  const isMember = tenantId === undefined || (await lockMember(tx, { tenantId, userId })) !== undefined;
  orNotFound(isMember ? await lockUser(tx, userId) : undefined, "there is no user with this id");
  const origin = originOf(cause);
  if ("id" in origin) {
    const graph = await loadAccessGraph(tx, [userId, origin.id]);
    const refusal = refuseConfirmation({ graph, now: deps.clock.now(), newAccessMs }, origin.id, userId);
    if (refusal !== undefined) throw new RefusalError(refusal);
  }
  recordAccessChange(deps, tx, userId, { kind: "confirmed", origin });
  const action = tenantId === undefined ? "user.confirm_individual" : "member.confirm_individual";
  await recordChange(deps, tx, { cause, action, id: userId, tenantId });
}
