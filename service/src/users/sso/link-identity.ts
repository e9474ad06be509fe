import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { isRefusal, type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { applyAccess } from "../directory/apply-access.ts";
import type { DirectoryAccess } from "../directory/role-map.ts";
import type { Membership } from "../sessions/require-membership.ts";
import { lockActiveAdmins, lockUser } from "../store.ts";
import type { User } from "../user.ts";
import { beginVisit, type SsoDeps } from "./begin-visit.ts";
import { grantedAccess } from "./granted-access.ts";
import { decideAccess, link } from "./resolve-user.ts";
import { overVisit, returnVisit, type VisitReturn } from "./return-visit.ts";
import { noRole } from "./sso-policy.ts";

/** Sends a signed-in local user to the identity provider, to connect the identity there. */
export function beginLink(deps: SsoDeps, { userId, sessionId }: Membership) {
  return beginVisit(deps, { purpose: "link", userId, sessionId });
}

/** The user who began it is connected to the identity: it signs in from now on, and the password no longer does. */
export async function linkIdentity(
  deps: SsoDeps,
  { userId, sessionId, cause, ...visit }: VisitReturn & Membership & { readonly cause: Cause },
): Promise<void> {
  const { attempt, identity } = await returnVisit(deps, "link", visit);
  if (attempt.userId !== userId || attempt.sessionId !== sessionId) throw overVisit();
  await deps.database.transaction(async (tx) => {
    const admins = await lockActiveAdmins(tx);
    const user = await lockUser(tx, { id: userId });
    const access = await grantedAccess(deps, tx, { userId, identity });
    const refusal = decideLink(user, access, admins);
    if (user === undefined || refusal !== undefined) throw new RefusalError(refusal ?? noRole());
    await applied(deps, tx, { user, access, cause });
    const linked = await link(deps, tx, { userId, source: "sso", identity, cause, except: sessionId });
    if (isRefusal(linked)) throw new RefusalError(linked);
  });
}

interface Applied {
  readonly user: User;
  readonly access: DirectoryAccess | undefined;
  readonly cause: Cause;
}

async function applied(deps: SsoDeps, tx: Transaction, { user, access, cause }: Applied): Promise<void> {
  if (access !== undefined) await applyAccess(deps, tx, { user, access, cause });
}

function decideLink(
  user: User | undefined,
  access: DirectoryAccess | undefined,
  admins: readonly UserId[],
): Refusal | undefined {
  if (user?.source !== "local") return refuse("conflict", "you are connected already");
  if (user.isBreakGlass) return refuse("conflict", "a break-glass account stays local");
  return decideAccess(user, access, admins);
}
