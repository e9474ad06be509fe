import {
  type AccessGraph,
  loadAccessGraph,
  originOf,
  recordAccessChange,
  refuseConfirmation,
} from "../../access/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { orNotFound, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockMember, selectMembership, selectWithOtherAccess } from "../members/store.ts";
import { recordChange } from "../record-change.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";

export interface Confirming {
  readonly by: UserId;
  /** Undefined for any user; otherwise a member of this tenant. */
  readonly tenantId: TenantId | undefined;
  /** How long after a change of their access a user confirms no one. */
  readonly newAccessMs: number;
}

/**
 * Why this user cannot confirm each of these; undefined if they can. Members vouch only for those who have no access beside
 * their tenant: what others decide must not depend on them.
 */
export async function findConfirmationRefusals(
  { clock }: Pick<UsersDeps, "clock">,
  session: Session,
  { by, tenantId, newAccessMs }: Confirming,
  { graph, userIds }: { readonly graph: AccessGraph; readonly userIds: readonly UserId[] },
): Promise<(userId: UserId) => Refusal | undefined> {
  const isOperator = (await selectMembership(session, by))?.operatorRole !== undefined;
  const others =
    tenantId === undefined || isOperator
      ? new Set<UserId>()
      : await selectWithOtherAccess(session, tenantId, userIds);
  const facts = { graph, now: clock.now(), newAccessMs };
  return (userId) =>
    refuseConfirmation(facts, by, userId) ?? (others.has(userId) ? onlyOperators : undefined);
}

const onlyOperators = refuse("not_permitted", "only an operator can confirm this user");

export interface Confirmation extends Pick<Confirming, "tenantId" | "newAccessMs"> {
  readonly userId: UserId;
  readonly cause: Cause;
}

/** Records that a user is a separate individual, who then counts beside others of the same origin. */
export async function confirmIndividual(
  deps: UsersDeps,
  tx: Transaction,
  { userId, tenantId, cause, newAccessMs }: Confirmation,
): Promise<void> {
  const isMember = tenantId === undefined || (await lockMember(tx, { tenantId, userId })) !== undefined;
  orNotFound(isMember ? await lockUser(tx, { id: userId }) : undefined, "there is no user with this id");
  if (cause.actor.type === "user") {
    const by = cause.actor.id;
    const graph = await loadAccessGraph(tx, [userId, by]);
    const facts = { graph, userIds: [userId] };
    const refusal = (await findConfirmationRefusals(deps, tx, { by, tenantId, newAccessMs }, facts))(userId);
    if (refusal !== undefined) throw new RefusalError(refusal);
  }
  recordAccessChange(deps, tx, userId, { kind: "confirmed", origin: originOf(cause) });
  const action = tenantId === undefined ? "user.confirm_individual" : "member.confirm_individual";
  await recordChange(deps, tx, { cause, action, id: userId, tenantId });
}
