import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { AttemptLimiter } from "../../auth/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { clearWrongCodes, selectFactors } from "../factors/store.ts";
import { recordChange } from "../record-change.ts";
import { recordOutcome, requireCalm } from "../sessions/attempts.ts";
import { type LocalSignIn, maySignInLocally, reportBreakGlass } from "../sessions/local-sign-in.ts";
import { openSession } from "../sessions/open-session.ts";
import { type ConfirmedInSession, confirmSession } from "../sessions/show-code.ts";
import { type Entered, leaveEarlier, recordFailedSignIn, type SignInAttempt } from "../sessions/sign-in.ts";
import { lockUser } from "../store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import {
  type ChallengeId,
  type OfferedUse,
  type Passkey,
  selectPasskey,
  takeChallenge,
  updatePasskeyUse,
} from "./store.ts";

/** Signs in with a passkey. The device verified the user, so it counts as password and second factor. */
export async function signInWithPasskey(
  deps: PasskeyDeps & LocalSignIn & { readonly attempts: AttemptLimiter },
  { signInAttempt, ...response }: PasskeyResponse & { readonly signInAttempt: SignInAttempt },
): Promise<Entered> {
  const { id: clientId } = response.response;
  const attempt = { clientId, address: signInAttempt.sessionClient.clientAddress };
  requireCalm(deps.attempts, attempt);
  const { passkey, counter } = await verifyPasskey(deps, response, { purpose: "sign_in", userId: undefined });
  const isProven = passkey !== undefined && counter !== undefined;
  await recordOutcome(deps.attempts, attempt, isProven);
  const entered = !isProven
    ? undefined
    : await deps.database.transaction(async (tx) => {
        const { id, userId } = passkey;
        const now = deps.clock.now();
        const user = await lockUser(tx, { id: userId });
        if (user === undefined || !maySignInLocally(deps, user)) return undefined;
        if ((await updatePasskeyUse(tx, { id, counter, lastUsedAt: now })) === 0) return undefined;
        await clearWrongCodes(tx, { id: userId });
        await leaveEarlier(deps, tx, signInAttempt);
        const { id: session, token } = await openSession(deps, tx, {
          userId,
          sessionClient: signInAttempt.sessionClient,
          secondFactorAt: now,
        });
        const cause: Cause = { actor: { type: "user", id: userId }, requestId: signInAttempt.requestId };
        const after = { session, passkey: id };
        await recordChange(deps, tx, { cause, action: "user.sign_in", id: userId, after });
        await reportBreakGlass(deps, tx, { user, cause });
        return { stage: "complete" as const, factors: await selectFactors(tx, userId), token };
      });
  if (entered !== undefined) return entered;
  await recordFailedSignIn(deps, { userId: passkey?.userId, signInAttempt });
  throw new RefusalError(refuse("sign_in_failed", "unknown passkey"));
}

/** Confirms the second factor again, for one request or for sensitive operations. */
export async function confirmWithPasskey(
  deps: PasskeyDeps,
  { cause, ...shown }: PasskeyResponse & ConfirmedInSession & { readonly cause: Cause },
): Promise<void> {
  const { userId, sessionId, confirmationId } = shown;
  const { passkey, counter } = await verifyPasskey(deps, shown, {
    purpose: "confirm",
    userId,
    confirmationId,
  });
  if (passkey === undefined || counter === undefined) {
    throw new RefusalError(refuse("unprocessable", "the device's response is invalid; start again"));
  }
  await deps.database.transaction(async (tx) => {
    await lockUser(tx, { id: userId });
    await updatePasskeyUse(tx, { id: passkey.id, counter, lastUsedAt: deps.clock.now() });
    await confirmSession(deps, tx, { userId, sessionId, confirmationId, kind: "passkey", cause });
  });
}

interface PasskeyResponse {
  readonly challengeId: ChallengeId;
  readonly response: AuthenticationResponseJSON;
}

/** Result of a verification; the challenge is consumed either way. */
interface VerifiedPasskey {
  /** The passkey named by the response, even if the response is invalid. */
  readonly passkey: Passkey | undefined;
  /** The device's signature counter; undefined if the response is invalid. */
  readonly counter: bigint | undefined;
}

/** Verifies that a device holds a known credential and has verified its user. */
async function verifyPasskey(
  { database, clock, relyingParty }: PasskeyDeps,
  { challengeId, response }: PasskeyResponse,
  offered: OfferedUse,
): Promise<VerifiedPasskey> {
  const { userId } = offered;
  const passkey = await selectPasskey(database, { credentialId: response.id });
  const key = { ...offered, id: challengeId };
  const expectedChallenge = await takeChallenge(database, key, clock.now());
  const isOfAnother = userId !== undefined && passkey?.userId !== userId;
  if (expectedChallenge === undefined || passkey === undefined || isOfAnother)
    return { passkey, counter: undefined };
  // Imported lazily: the library is large, and most processes never verify a passkey.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: Number(passkey.counter),
    },
    // Any error in the device's response means that it is rejected.
  }).catch(() => undefined);
  const isVerified = verified?.verified === true;
  return { passkey, counter: isVerified ? BigInt(verified.authenticationInfo.newCounter) : undefined };
}
