import type { AttemptLimiter } from "../../auth/index.ts";
import type { Cause } from "../../kernel/cause.ts";
import type { PersonId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import type { PeopleDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { selectCredentials } from "../store.ts";
import { requireCalm } from "./attempts.ts";
import { openSession, type Seat } from "./open-session.ts";
import { digestToken, isToken } from "./session-token.ts";
import { endSessionOfToken } from "./store.ts";

export interface SignInDeps extends PeopleDeps {
  readonly hasher: PasswordHasher;
  readonly attempts: AttemptLimiter;
}

/** Where a request to come in comes from. */
export interface Arrival {
  readonly seat: Seat;
  readonly requestId: string;
  /** Of the session that the browser had before. */
  readonly earlierToken: string | undefined;
}

/** Somebody who was let in, at least to the second factor. */
export interface Entered {
  readonly stage: "password" | "complete";
  readonly factors: Factors;
  /** For the cookie, and for nothing else. */
  readonly token: string;
}

/**
 * With e-mail and password, as far as the second factor. A wrong e-mail, a wrong password and somebody who was shut out
 * get the same answer after the same work.
 */
export async function signIn(
  deps: SignInDeps,
  {
    email,
    password,
    arrival,
  }: { readonly email: string; readonly password: string; readonly arrival: Arrival },
): Promise<Entered> {
  const attempt = { clientId: email.toLowerCase(), address: arrival.seat.clientAddress };
  requireCalm(deps.attempts, attempt);
  const found = await selectCredentials(deps.database, email);
  const isRight = await deps.hasher.verify(found?.passwordHash, password);
  // Others may have guessed wrong while this one waited for its turn.
  requireCalm(deps.attempts, attempt);
  if (found === undefined || !isRight || found.person.disabledAt !== undefined) {
    deps.attempts.recordFailure(attempt);
    await recordFailedSignIn(deps, { personId: found?.person.id, arrival });
    throw new RefusalError(refuse("sign_in_failed", "the e-mail or the password is not right"));
  }
  const personId = found.person.id;
  return deps.database.transaction(async (tx) => {
    await leaveEarlier(deps, tx, arrival);
    const { id, token } = await openSession(deps, tx, { personId, seat: arrival.seat });
    const cause: Cause = { actor: { type: "person", id: personId }, requestId: arrival.requestId };
    await recordChange(deps, tx, { cause, action: "person.sign_in", id: personId, after: { session: id } });
    return { stage: "password" as const, factors: await selectFactors(tx, personId), token };
  });
}

export async function leaveEarlier(
  { clock }: PeopleDeps,
  tx: Parameters<typeof endSessionOfToken>[0],
  { earlierToken }: Arrival,
): Promise<void> {
  if (earlierToken === undefined || !isToken(earlierToken)) return;
  await endSessionOfToken(tx, digestToken(earlierToken), clock.now());
}

/** Whoever failed is not known to be anybody: the service itself says so. What was typed is not kept. */
export async function recordFailedSignIn(
  deps: PeopleDeps,
  { personId, arrival }: { readonly personId: PersonId | undefined; readonly arrival: Arrival },
): Promise<void> {
  const cause: Cause = {
    actor: { type: "system", name: "console.sign_in" },
    requestId: arrival.requestId,
  };
  const id = personId ?? "unknown";
  await recordChange(deps, deps.database, { cause, action: "person.fail_sign_in", id });
}
