import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { lockVerification } from "./advance.ts";
import type { Verification, VerificationKey } from "./verification.ts";

/** Common fields of every reviewer decision. */
export interface ReviewDecision extends VerificationKey {
  /** The revision that the reviewer saw. */
  readonly revision: number;
  readonly cause: Cause;
}

const maxReasonLength = 1_000;

/** Locks the review and refuses a decision on an outdated revision. */
export async function lockForDecision(
  tx: Transaction,
  { revision, ...key }: ReviewDecision,
): Promise<Verification> {
  const verification = await lockVerification(tx, key);
  if (verification === undefined) throw new RefusalError(refuse("not_found", "the account has no review"));
  if (verification.revision !== revision) {
    const detail = `the review has changed: it is at revision ${verification.revision}, not ${revision}; reload it`;
    throw new RefusalError(refuse("conflict", detail));
  }
  return verification;
}

/** The reviewer's reason, trimmed; undefined if none is given and none is required. */
export function readReason(
  text: string | undefined,
  need: { readonly isNeeded: boolean; readonly because?: string },
): string | undefined | Refusal {
  const reason = text?.trim() ?? "";
  if (reason === "" && !need.isNeeded) return undefined;
  if (reason === "")
    return badReason(`is required${need.because === undefined ? "" : `, because ${need.because}`}`);
  if (reason.length > maxReasonLength || !reason.isWellFormed() || /\p{Cc}/u.test(reason)) {
    return badReason(`must be 1 to ${maxReasonLength} characters without control characters`);
  }
  return reason;
}

function badReason(detail: string): Refusal {
  return refuse("validation_failed", `reason ${detail}`, { errors: [{ pointer: "/reason", detail }] });
}
