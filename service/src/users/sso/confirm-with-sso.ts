import type { Cause } from "../../kernel/cause.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import type { Membership } from "../sessions/require-membership.ts";
import { type ConfirmedInSession, confirmSession } from "../sessions/show-code.ts";
import { lockUser } from "../store.ts";
import { beginVisit, type SsoDeps } from "./begin-visit.ts";
import { overVisit, returnVisit, type VisitReturn } from "./return-visit.ts";
import { attestsMfa, type SsoPolicy } from "./sso-policy.ts";
import { selectIdentityOf } from "./store.ts";

/** Clocks of the provider and of this node may differ by this much. */
const clockToleranceMs = 30_000;

/** Sends a user to the identity provider, who authenticates there again to confirm a request or sensitive operations. */
export async function beginConfirmation(
  deps: SsoDeps,
  { userId, sessionId, confirmationId }: ConfirmedInSession,
): Promise<{ readonly url: string; readonly token: string }> {
  const refusal = decideConfirmation(deps.policy, await selectFactors(deps.database, userId));
  if (refusal !== undefined) throw new RefusalError(refusal);
  return beginVisit(deps, { purpose: "confirm", userId, sessionId, confirmationId });
}

/** The same user authenticated at the provider after the confirmation began, in the same session of the console. */
export async function confirmWithSso(
  deps: SsoDeps,
  { userId, sessionId, cause, ...visit }: VisitReturn & Membership & { readonly cause: Cause },
): Promise<void> {
  const { attempt, identity } = await returnVisit(deps, "confirm", visit);
  if (attempt.userId !== userId || attempt.sessionId !== sessionId) throw overVisit();
  const { authenticatedAt } = identity;
  if (authenticatedAt === undefined || authenticatedAt < attempt.createdAt - clockToleranceMs) {
    const detail = `${deps.policy.name} did not authenticate you again; try again`;
    throw new RefusalError(refuse("unprocessable", detail));
  }
  await deps.database.transaction(async (tx) => {
    await lockUser(tx, { id: userId });
    const refusal = decideConfirmation(deps.policy, await selectFactors(tx, userId));
    if (refusal !== undefined) throw new RefusalError(refusal);
    const known = await selectIdentityOf(tx, { userId, issuer: identity.issuer });
    if (known?.subject !== identity.subject) {
      throw new RefusalError(refuse("unprocessable", "you authenticated as another user; try again"));
    }
    const { confirmationId } = attempt;
    await confirmSession(deps, tx, { userId, sessionId, confirmationId, kind: "sso", cause });
  });
}

/** A factor that Florin knows is stronger: with one, the provider alone cannot confirm for the user. */
function decideConfirmation(policy: SsoPolicy, { hasTotp, passkeys }: Factors): Refusal | undefined {
  if (!attestsMfa(policy)) return refuse("conflict", `${policy.name} does not attest a second factor here`);
  return hasTotp || passkeys > 0
    ? refuse("conflict", "confirm with your passkey or authenticator app")
    : undefined;
}
