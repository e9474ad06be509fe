import type { AttemptLimiter } from "../../auth/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { recordChange } from "../record-change.ts";
import { selectCredentials } from "../store.ts";
import type { UsersDeps } from "../users-deps.ts";
import { recordOutcome, requireCalm } from "./attempts.ts";
import { type LocalSignIn, maySignInLocally, reportBreakGlass } from "./local-sign-in.ts";
import { openSession, type SessionClient } from "./open-session.ts";
import { digestToken, isToken } from "./session-token.ts";
import { endSessionOfToken } from "./store.ts";

export interface SignInDeps extends UsersDeps, LocalSignIn {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
}

/** Client and previous session of a sign-in attempt. */
export interface SignInAttempt {
  readonly sessionClient: SessionClient;
  readonly requestId: string;
  /** Token of the session that the browser had before. */
  readonly earlierToken: string | undefined;
}

/** A signed-in user, possibly still without the second factor. */
export interface Entered {
  readonly stage: "password" | "complete";
  readonly factors: Factors;
  /** Only for the cookie. */
  readonly token: string;
}

/**
 * Signs in with email and password, up to the second factor. A wrong email, a wrong password and a disabled user get
 * the same response after the same work.
 */
export async function signIn(
  deps: SignInDeps,
  {
    email,
    password,
    signInAttempt,
  }: { readonly email: string; readonly password: string; readonly signInAttempt: SignInAttempt },
): Promise<Entered> {
  const attempt = { clientId: email.toLowerCase(), address: signInAttempt.sessionClient.clientAddress };
  requireCalm(deps.attempts, attempt);
  const found = await selectCredentials(deps.database, email);
  const queue = deps.attempts.isKnown(attempt) ? "known" : "other";
  const isRight = await deps.hasher.verify(found?.passwordHash, password, queue);
  const isUser = found !== undefined && isRight && maySignInLocally(deps, found.user);
  await recordOutcome(deps.attempts, attempt, isUser);
  if (!isUser) {
    await recordFailedSignIn(deps, { userId: found?.user.id, signInAttempt });
    throw new RefusalError(refuse("sign_in_failed", "incorrect email or password"));
  }
  const { user } = found;
  const userId = user.id;
  return deps.database.transaction(async (tx) => {
    await leaveEarlier(deps, tx, signInAttempt);
    const { id, token } = await openSession(deps, tx, { userId, sessionClient: signInAttempt.sessionClient });
    const cause: Cause = { actor: { type: "user", id: userId }, requestId: signInAttempt.requestId };
    await recordChange(deps, tx, { cause, action: "user.sign_in", id: userId, after: { session: id } });
    await reportBreakGlass(deps, tx, { user, cause });
    return { stage: "password" as const, factors: await selectFactors(tx, userId), token };
  });
}

export async function leaveEarlier(
  { clock }: UsersDeps,
  tx: Parameters<typeof endSessionOfToken>[0],
  { earlierToken }: SignInAttempt,
): Promise<void> {
  if (earlierToken === undefined || !isToken(earlierToken)) return;
  await endSessionOfToken(tx, { tokenDigest: digestToken(earlierToken), endedAt: clock.now() });
}

/** A failed attempt has no known user, so the actor is the service. The input is not stored. */
export async function recordFailedSignIn(
  deps: UsersDeps,
  { userId, signInAttempt }: { readonly userId: UserId | undefined; readonly signInAttempt: SignInAttempt },
): Promise<void> {
  const cause: Cause = {
    actor: { type: "system", name: "console.sign_in" },
    requestId: signInAttempt.requestId,
  };
  const id = userId ?? "unknown";
  await recordChange(deps, deps.database, { cause, action: "user.fail_sign_in", id });
}
