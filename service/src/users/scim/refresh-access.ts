import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { applyAccess } from "../directory/apply-access.ts";
import { accessOf, hasAccess, type RoleMap } from "../directory/role-map.ts";
import { endSessions } from "../sessions/store.ts";
import { lockUser } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { selectGroupNames } from "./store.ts";

export interface ScimPolicy {
  readonly groupsFrom: "claim" | "scim";
  readonly roleMap: RoleMap | undefined;
}

/** Gives a user the access of their groups at once, if groups come from SCIM; otherwise the next sign-in does. */
export async function refreshAccess(
  deps: UsersDeps & { readonly policy: ScimPolicy | undefined },
  tx: Transaction,
  { userId, cause }: { readonly userId: UserId; readonly cause: Cause },
): Promise<void> {
  const { policy } = deps;
  if (policy?.roleMap === undefined || policy.groupsFrom !== "scim") return;
  const user = await lockUser(tx, { id: userId });
  if (user === undefined) return;
  const groups = await selectGroupNames(tx, userId);
  const access = await applyAccess(deps, tx, {
    user,
    access: accessOf(policy.roleMap, new Set(groups)),
    cause,
  });
  if (!hasAccess(access)) await endSessions(tx, userId, { now: deps.clock.now() });
}
