import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type Instant, instantFromMs } from "../../kernel/instant.ts";
import { isRefusal, type Refusal, RefusalError } from "../../kernel/refusal.ts";
import { applyAccess } from "../directory/apply-access.ts";
import { hasAccess } from "../directory/role-map.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import { recordChange } from "../record-change.ts";
import { openSession } from "../sessions/open-session.ts";
import { secondFactorFreshMs } from "../sessions/session.ts";
import { type Entered, leaveEarlier, recordFailedSignIn, type SignInAttempt } from "../sessions/sign-in.ts";
import { endSessions } from "../sessions/store.ts";
import type { User } from "../user.ts";
import type { SsoDeps } from "./begin-visit.ts";
import { grantedAccess } from "./granted-access.ts";
import type { ProvenIdentity } from "./identity-provider.ts";
import { disabledUser, hasOwnAccess, resolveUser } from "./resolve-user.ts";
import { returnVisit, type VisitReturn } from "./return-visit.ts";
import { attestsMfa, noRole } from "./sso-policy.ts";
import { lockFirstSignIn } from "./store.ts";

/** A user who came back from the identity provider. */
export interface SsoEntered extends Entered {
  readonly returnTo: string | undefined;
}

/**
 * Signs in a user of the identity provider. The groups are evaluated again: access that they no longer grant is removed
 * before the sign-in is refused.
 */
export async function signInWithSso(
  deps: SsoDeps,
  { signInAttempt, ...visit }: VisitReturn & { readonly signInAttempt: SignInAttempt },
): Promise<SsoEntered> {
  try {
    const { attempt, identity } = await returnVisit(deps, "sign_in", visit);
    const entered = await deps.database.transaction((tx) => enter(deps, tx, identity, signInAttempt));
    if (isRefusal(entered)) throw new RefusalError(entered);
    return { ...entered, returnTo: attempt.returnTo };
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === "not_permitted") {
      await recordFailedSignIn(deps, { userId: undefined, signInAttempt });
    }
    throw error;
  }
}

/** A refusal is returned, not thrown, so that the transaction commits the removal of access. */
async function enter(
  deps: SsoDeps,
  tx: Transaction,
  identity: ProvenIdentity,
  signInAttempt: SignInAttempt,
): Promise<Entered | Refusal> {
  await lockFirstSignIn(tx, identity);
  const cause: Cause = { actor: { type: "system", name: "sso" }, requestId: signInAttempt.requestId };
  const user = await resolveUser(deps, tx, identity, cause);
  if (isRefusal(user)) return user;
  if (user.disabledAt !== undefined) return disabledUser();
  if (!(await refreshAccess(deps, tx, { user, identity, cause }))) return noRole();
  await leaveEarlier(deps, tx, signInAttempt);
  const factors = await selectFactors(tx, user.id);
  const { id, token } = await openSession(deps, tx, {
    userId: user.id,
    sessionClient: signInAttempt.sessionClient,
    sso: { providerSessionId: identity.providerSessionId, maxAgeMs: deps.policy.sessionMs },
    secondFactorAt: attestsMfa(deps.policy) ? secondFactorAt(identity, factors, deps.clock.now()) : undefined,
  });
  await recordChange(deps, tx, {
    cause: { actor: { type: "user", id: user.id }, requestId: signInAttempt.requestId },
    action: "user.sign_in",
    id: user.id,
    after: { session: id, method: "sso" },
  });
  const stage = attestsMfa(deps.policy) ? ("complete" as const) : ("password" as const);
  return { stage, factors, token };
}

interface SignedIn {
  readonly user: User;
  readonly identity: ProvenIdentity;
  readonly cause: Cause;
}

/** False if the user has no access; then all sessions have ended. */
async function refreshAccess(
  deps: SsoDeps,
  tx: Transaction,
  { user, identity, cause }: SignedIn,
): Promise<boolean> {
  const granted = await grantedAccess(deps, tx, { userId: user.id, identity });
  if (granted === undefined) {
    return hasOwnAccess(tx, user);
  }
  const access = await applyAccess(deps, tx, { user, access: granted, cause });
  if (hasAccess(access)) return true;
  await endSessions(tx, user.id, { now: deps.clock.now() });
  return false;
}

/**
 * Too long ago for sensitive operations, if the provider sent no time, or the user has a factor here: then only that one
 * confirms them.
 */
function secondFactorAt(
  { authenticatedAt: at }: ProvenIdentity,
  { hasTotp, passkeys }: Factors,
  now: Instant,
): Instant {
  return at === undefined || hasTotp || passkeys > 0
    ? instantFromMs(now - secondFactorFreshMs)
    : instantFromMs(Math.min(at, now));
}
