import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { confirmRequest } from "../confirmations/confirm-request.ts";
import type { ConfirmationId } from "../confirmations/store.ts";
import { selectFactors } from "../factors/store.ts";
import { type ShownCode, takeCode } from "../factors/take-code.ts";
import { recordChange } from "../record-change.ts";
import type { SealingDeps } from "../users-deps.ts";
import { completeSession } from "./complete-session.ts";
import type { Membership } from "./require-membership.ts";
import type { Entered } from "./sign-in.ts";
import { lockSession, updateSecondFactorAt } from "./store.ts";

type CodeInSession = ShownCode & Membership;

/** Undefined: no request in particular, for sensitive operations. */
export interface ConfirmedInSession extends Membership {
  readonly confirmationId: ConfirmationId | undefined;
}

/** Completes a session with the second factor, under a new token. */
export async function enterWithCode(deps: SealingDeps, shown: CodeInSession): Promise<Entered | Refusal> {
  const { userId, sessionId, cause } = shown;
  return deps.database.transaction(async (tx) => {
    const kind = await takeCode(deps, tx, shown);
    if (typeof kind !== "string") return kind;
    if ((await lockSession(tx, { id: sessionId })) === undefined) throw over();
    const token = await completeSession(tx, sessionId, deps.clock.now());
    const after = { kind, session: sessionId };
    await recordChange(deps, tx, { cause, action: "user.show_second_factor", id: userId, after });
    return { stage: "complete" as const, factors: await selectFactors(tx, userId), token };
  });
}

/** Confirms the second factor again, for one request or for sensitive operations. */
export async function confirmWithCode(
  deps: SealingDeps,
  shown: ShownCode & ConfirmedInSession,
): Promise<Refusal | undefined> {
  return deps.database.transaction(async (tx) => {
    const kind = await takeCode(deps, tx, shown);
    if (typeof kind !== "string") return kind;
    await confirmSession(deps, tx, { ...shown, kind });
    return undefined;
  });
}

/** Records that the second factor was confirmed now. */
export async function confirmSession(
  deps: SealingDeps,
  tx: Parameters<typeof lockSession>[0],
  shown: ConfirmedInSession & Pick<ShownCode, "cause"> & { readonly kind: string },
): Promise<void> {
  const { userId, sessionId, confirmationId: id, kind, cause } = shown;
  if ((await lockSession(tx, { id: sessionId })) === undefined) throw over();
  await updateSecondFactorAt(tx, { id: sessionId, secondFactorAt: deps.clock.now() });
  const confirmed = id === undefined ? {} : await confirmRequest(deps, tx, { id, sessionId, userId });
  const after = { kind, session: sessionId, ...confirmed };
  await recordChange(deps, tx, { cause, action: "user.confirm", id: userId, after });
}

function over(): RefusalError {
  return new RefusalError(refuse("sign_in_required", "the session has ended; sign in again"));
}
