import { originOf, recordAccessChange } from "../../access/index.ts";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { orThrow, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { type OperatorRole, widensOperator } from "../roles/role.ts";
import { endSessions } from "../sessions/store.ts";
import { lockActiveAdmins, lockUser, updateDisabled, updateOperatorRole } from "../store.ts";
import type { User } from "../user.ts";
import type { UsersDeps } from "../users-deps.ts";

interface Change {
  readonly userId: UserId;
  readonly cause: Cause;
}

/** Changes or removes the operator role; takes effect with the user's next request. */
export async function changeOperatorRole(
  deps: UsersDeps,
  tx: Transaction,
  { userId, operatorRole, cause }: Change & { readonly operatorRole: OperatorRole | undefined },
): Promise<void> {
  const user = await loadForChange(tx, { userId, cause }, operatorRole === "admin");
  await updateOperatorRole(tx, { id: userId, operatorRole, updatedAt: deps.clock.now() });
  if (widensOperator(user.operatorRole, operatorRole))
    recordAccessChange(deps, tx, userId, { kind: "role", origin: originOf(cause) });
  await recordChange(deps, tx, {
    cause,
    action: "user.change_role",
    id: userId,
    before: { operator_role: user.operatorRole ?? null },
    after: { operator_role: operatorRole ?? null },
  });
}

/** Disables a user immediately and ends all their sessions. The directory cannot enable them again. */
export async function disableUser(deps: UsersDeps, tx: Transaction, change: Change): Promise<void> {
  const { userId, cause } = change;
  const user = await loadForChange(tx, change, false);
  if (user.disabledAt !== undefined && !user.isDisabledByDirectory)
    throw new RefusalError(refuse("conflict", "the user is already disabled"));
  const now = deps.clock.now();
  await updateDisabled(tx, userId, { disabledBy: "admin", now });
  const ended = await endSessions(tx, userId, { now });
  const after = { sessions_ended: ended };
  await recordChange(deps, tx, { cause, action: "user.disable", id: userId, after });
}

export async function enableUser(deps: UsersDeps, tx: Transaction, change: Change): Promise<void> {
  const { userId, cause } = change;
  const user = await loadForChange(tx, change, true);
  if (user.disabledAt === undefined) throw new RefusalError(refuse("conflict", "the user is not disabled"));
  await updateDisabled(tx, userId, { disabledBy: undefined, now: deps.clock.now() });
  recordAccessChange(deps, tx, userId, { kind: "role", origin: originOf(cause) });
  await recordChange(deps, tx, { cause, action: "user.enable", id: userId });
}

/** Locks admins before any other row, so that two of them can't remove each other concurrently. */
async function loadForChange(tx: Transaction, { userId, cause }: Change, keepsAdmin: boolean): Promise<User> {
  const admins = await lockActiveAdmins(tx);
  const user = await lockUser(tx, { id: userId });
  if (user === undefined) throw new RefusalError(refuse("not_found", "there is no user with this id"));
  orThrow(decideChange({ userId, cause, admins, keepsAdmin }));
  return user;
}

/** Users can't change their own access, and an operator admin always remains. */
export function decideChange({
  userId,
  cause: { actor },
  admins,
  keepsAdmin,
}: Change & { readonly admins: readonly UserId[]; readonly keepsAdmin: boolean }): Refusal | undefined {
  if (actor.type === "user" && actor.id === userId) {
    return refuse("not_permitted", "you can't change your own access");
  }
  const isLastAdmin = admins.length === 1 && admins[0] === userId;
  if (isLastAdmin && !keepsAdmin) return refuse("conflict", "this is the last admin of this instance");
  return undefined;
}
