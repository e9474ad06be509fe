import type { Transaction } from "../../db/database.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import { isFresh } from "./decide-visit.ts";
import type { SessionId } from "./session.ts";
import { lockSession, type StoredSession } from "./store.ts";

/** A user in a session. */
export interface Membership {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}

/**
 * For setting up a second factor: a user without one does it right after the password, and a user with one must confirm
 * it first. Call it after locking the user's row.
 */
export async function requireMembership(
  tx: Transaction,
  { userId, sessionId }: Membership,
  now: Instant,
): Promise<{ readonly session: StoredSession; readonly factors: Factors }> {
  const session = await lockSession(tx, { id: sessionId });
  const factors = await selectFactors(tx, userId);
  const refusal = decideMembership(session, factors, now);
  if (session === undefined || refusal !== undefined) throw new RefusalError(refusal ?? signInFirst());
  return { session, factors };
}

export function decideMembership(
  session: Pick<StoredSession, "stage" | "secondFactorAt"> | undefined,
  { hasTotp, passkeys }: Pick<Factors, "hasTotp" | "passkeys">,
  now: Instant,
): Refusal | undefined {
  if (session === undefined) return signInFirst();
  if (!hasTotp && passkeys === 0) return undefined;
  if (session.stage !== "complete") return refuse("sign_in_required", "complete the second factor first");
  if (isFresh(session.secondFactorAt, now)) return undefined;
  return refuse("second_factor_required", "confirm the second factor again for this operation");
}

function signInFirst(): Refusal {
  return refuse("sign_in_required", "sign in first");
}
