import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { selectFactors } from "../factors/store.ts";
import { type ShownCode, takeCode } from "../factors/take-code.ts";
import type { SealingDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { completeSession } from "./complete-session.ts";
import type { Standing } from "./require-standing.ts";
import type { Entered } from "./sign-in.ts";
import { lockSession, updateSecondFactorAt } from "./store.ts";

type CodeInSession = ShownCode & Standing;

/** The second factor of somebody who has shown the password: the session is complete, under a new token. */
export async function enterWithCode(deps: SealingDeps, shown: CodeInSession): Promise<Entered | Refusal> {
  const { personId, sessionId, cause } = shown;
  return deps.database.transaction(async (tx) => {
    const kind = await takeCode(deps, tx, shown);
    if (typeof kind !== "string") return kind;
    if ((await lockSession(tx, sessionId)) === undefined) throw over();
    const token = await completeSession(tx, sessionId, deps.clock.now());
    const after = { kind, session: sessionId };
    await recordChange(deps, tx, { cause, action: "person.show_second_factor", id: personId, after });
    return { stage: "complete" as const, factors: await selectFactors(tx, personId), token };
  });
}

/** The second factor once more, for what is sensitive. */
export async function confirmWithCode(deps: SealingDeps, shown: CodeInSession): Promise<Refusal | undefined> {
  return deps.database.transaction(async (tx) => {
    const kind = await takeCode(deps, tx, shown);
    if (typeof kind !== "string") return kind;
    await confirmSession(deps, tx, { ...shown, kind });
    return undefined;
  });
}

/** Remembers that the second factor was shown just now. */
export async function confirmSession(
  deps: SealingDeps,
  tx: Parameters<typeof lockSession>[0],
  { personId, sessionId, kind, cause }: Omit<CodeInSession, "code"> & { readonly kind: string },
): Promise<void> {
  if ((await lockSession(tx, sessionId)) === undefined) throw over();
  await updateSecondFactorAt(tx, sessionId, deps.clock.now());
  const after = { kind, session: sessionId };
  await recordChange(deps, tx, { cause, action: "person.confirm", id: personId, after });
}

function over(): RefusalError {
  return new RefusalError(refuse("sign_in_required", "the session is over; sign in again"));
}
