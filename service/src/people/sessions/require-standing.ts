import type { Transaction } from "../../db/database.ts";
import type { PersonId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { type Factors, selectFactors } from "../factors/store.ts";
import { isFresh } from "./decide-visit.ts";
import type { SessionId } from "./session.ts";
import { lockSession, type StoredSession } from "./store.ts";

/** Somebody in a session. */
export interface Standing {
  readonly personId: PersonId;
  readonly sessionId: SessionId;
}

/**
 * For setting up a second factor: somebody who has none yet does it right after the password, and somebody who has one
 * shows it first. Call it after the person's row was locked.
 */
export async function requireStanding(
  tx: Transaction,
  { personId, sessionId }: Standing,
  now: Instant,
): Promise<{ readonly session: StoredSession; readonly factors: Factors }> {
  const session = await lockSession(tx, sessionId);
  const factors = await selectFactors(tx, personId);
  const refusal = decideStanding(session, factors, now);
  if (session === undefined || refusal !== undefined) throw new RefusalError(refusal ?? signInFirst());
  return { session, factors };
}

export function decideStanding(
  session: Pick<StoredSession, "stage" | "secondFactorAt"> | undefined,
  { hasTotp, passkeys }: Pick<Factors, "hasTotp" | "passkeys">,
  now: Instant,
): Refusal | undefined {
  if (session === undefined) return signInFirst();
  if (!hasTotp && passkeys === 0) return undefined;
  if (session.stage !== "complete") return refuse("sign_in_required", "show the second factor first");
  if (isFresh(session.secondFactorAt, now)) return undefined;
  return refuse("second_factor_required", "show the second factor again for this");
}

function signInFirst(): Refusal {
  return refuse("sign_in_required", "sign in first");
}
