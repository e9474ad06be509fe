import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockVerification } from "./advance.ts";
import type { Verification, VerificationKey } from "./verification.ts";

/** What every decision of a person says. */
export interface ReviewDecision extends VerificationKey {
  /** The revision that the person looked at. */
  readonly revision: number;
  readonly cause: Cause;
}

const maxReasonLength = 1_000;

/** The review under its lock; a decision on what has changed since is refused, so that nobody decides blindly. */
export async function lockForDecision(
  tx: Transaction,
  { revision, ...key }: ReviewDecision,
): Promise<Verification> {
  const verification = await lockVerification(tx, key);
  if (verification === undefined) throw new RefusalError(refuse("not_found", "there is no such review"));
  if (verification.revision !== revision) {
    const detail = `the review has changed since: it is at revision ${verification.revision}, not ${revision}; look again`;
    throw new RefusalError(refuse("conflict", detail));
  }
  return verification;
}

/** A reason in a person's words, without white space around it; undefined where none is given and none is needed. */
export function readReason(
  text: string | undefined,
  need: { readonly isNeeded: boolean; readonly because?: string },
): string | undefined | Refusal {
  const reason = text?.trim() ?? "";
  if (reason === "" && !need.isNeeded) return undefined;
  if (reason === "")
    return badReason(`is needed${need.because === undefined ? "" : `, because ${need.because}`}`);
  if (reason.length > maxReasonLength || !reason.isWellFormed() || /\p{Cc}/u.test(reason)) {
    return badReason(`must be 1 to ${maxReasonLength} characters, none of them a control character`);
  }
  return reason;
}

function badReason(detail: string): Refusal {
  return refuse("validation_failed", `reason ${detail}`, { errors: [{ pointer: "/reason", detail }] });
}
