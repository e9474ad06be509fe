import { timingSafeEqual } from "node:crypto";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { digestToken, isToken } from "../sessions/session-token.ts";
import { reaching, type SsoDeps, visitOf } from "./begin-visit.ts";
import type { ProvenIdentity } from "./identity-provider.ts";
import { decideIdentity } from "./sso-policy.ts";
import { type SsoAttempt, takeAttempt } from "./store.ts";

export interface VisitReturn {
  /** Of the browser's cookie. */
  readonly token: string | undefined;
  /** The query that the identity provider appended: code, state, or an error. */
  readonly responseQuery: string;
}

/** A browser came back: takes its attempt, and exchanges the code for the identity that it proves. */
export async function returnVisit(
  deps: SsoDeps,
  purpose: SsoAttempt["purpose"],
  { token, responseQuery }: VisitReturn,
): Promise<{ readonly attempt: SsoAttempt; readonly identity: ProvenIdentity }> {
  if (token === undefined || !isToken(token)) throw overVisit();
  const visit = visitOf(token, purpose);
  // Checked first: another site that opens this page with a response of its own doesn't end the user's attempt.
  if (!isSame(new URLSearchParams(responseQuery).get("state") ?? "", visit.state)) throw overVisit();
  const key = { tokenDigest: digestToken(token), expiresAt: deps.clock.now() };
  const [attempt] = await takeAttempt(deps.database, key);
  if (attempt === undefined || attempt.purpose !== purpose) throw overVisit();
  const identity = await reaching(deps, () => deps.provider.redeem(visit, responseQuery));
  if (identity.kind === "refused") throw new RefusalError(refuse("not_permitted", identity.detail));
  const refusal = decideIdentity(deps.policy, identity);
  if (refusal !== undefined) throw new RefusalError(refusal);
  return { attempt, identity };
}

function isSame(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

export function overVisit(): RefusalError {
  return new RefusalError(
    refuse("not_found", "this sign-in has expired, was used, or began in another browser; start again"),
  );
}
