import type { AttemptLimiter } from "../../auth/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { clearWrongCodes, selectFactors } from "../factors/store.ts";
import { recordChange } from "../record-change.ts";
import { requireCalm } from "../sessions/attempts.ts";
import { openSession } from "../sessions/open-session.ts";
import type { Standing } from "../sessions/require-standing.ts";
import { confirmSession } from "../sessions/show-code.ts";
import { type Arrival, type Entered, leaveEarlier, recordFailedSignIn } from "../sessions/sign-in.ts";
import { lockPerson } from "../store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { updatePasskeyUse } from "./store.ts";
import { type PasskeyAnswer, verifyPasskey } from "./verify-passkey.ts";

/** The device has seen whose key it is, so the key is password and second factor in one. */
export async function signInWithPasskey(
  deps: PasskeyDeps & { readonly attempts: AttemptLimiter },
  { arrival, ...answer }: PasskeyAnswer & { readonly arrival: Arrival },
): Promise<Entered> {
  const attempt = { clientId: undefined, address: arrival.seat.clientAddress };
  requireCalm(deps.attempts, attempt);
  const { passkey, counter } = await verifyPasskey(deps, answer, { purpose: "sign_in", personId: undefined });
  const entered =
    passkey === undefined || counter === undefined
      ? undefined
      : await deps.database.transaction(async (tx) => {
          const { id, personId } = passkey;
          const now = deps.clock.now();
          const person = await lockPerson(tx, personId);
          if (person === undefined || person.disabledAt !== undefined) return undefined;
          if (!(await updatePasskeyUse(tx, id, { counter, now }))) return undefined;
          await clearWrongCodes(tx, personId);
          await leaveEarlier(deps, tx, arrival);
          const { id: session, token } = await openSession(deps, tx, {
            personId,
            seat: arrival.seat,
            secondFactorAt: now,
          });
          const cause: Cause = { actor: { type: "person", id: personId }, requestId: arrival.requestId };
          const after = { session, passkey: id };
          await recordChange(deps, tx, { cause, action: "person.sign_in", id: personId, after });
          return { stage: "complete" as const, factors: await selectFactors(tx, personId), token };
        });
  if (entered !== undefined) return entered;
  deps.attempts.recordFailure(attempt);
  await recordFailedSignIn(deps, { personId: passkey?.personId, arrival });
  throw new RefusalError(refuse("sign_in_failed", "this passkey is not known here"));
}

/** The second factor once more, for what is sensitive. */
export async function confirmWithPasskey(
  deps: PasskeyDeps,
  { personId, sessionId, cause, ...answer }: PasskeyAnswer & Standing & { readonly cause: Cause },
): Promise<void> {
  const { passkey, counter } = await verifyPasskey(deps, answer, { purpose: "confirm", personId });
  if (passkey === undefined || counter === undefined) {
    throw new RefusalError(refuse("unprocessable", "the device's answer cannot be taken; begin again"));
  }
  await deps.database.transaction(async (tx) => {
    await lockPerson(tx, personId);
    await updatePasskeyUse(tx, passkey.id, { counter, now: deps.clock.now() });
    await confirmSession(deps, tx, { personId, sessionId, kind: "passkey", cause });
  });
}
