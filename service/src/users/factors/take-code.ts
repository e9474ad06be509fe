import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { open } from "../../kernel/envelope.ts";
import type { UserId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { totpContext } from "../user.ts";
import type { SealingDeps } from "../users-deps.ts";
import { heldUntil } from "./code-hold.ts";
import { digestRecoveryCode } from "./recovery-code.ts";
import {
  addWrongCode,
  clearWrongCodes,
  lockTotp,
  type StoredTotp,
  spendRecoveryCode,
  updateTakenStep,
} from "./store.ts";
import { isTotpCode, stepOfCode } from "./totp.ts";

export interface ShownCode {
  readonly userId: UserId;
  /** An authenticator code or a recovery code. */
  readonly code: string;
  readonly cause: Cause;
}

export type CodeKind = "totp" | "recovery_code";

/**
 * Consumes a code, which is valid once. For a wrong one the refusal is returned, not thrown, so that the transaction
 * commits the counted attempt.
 */
export async function takeCode(
  deps: SealingDeps,
  tx: Transaction,
  shown: ShownCode,
): Promise<CodeKind | Refusal> {
  const { userId, code, cause } = shown;
  const now = deps.clock.now();
  const stored = await lockTotp(tx, { id: userId });
  if (stored === undefined) return refuse("sign_in_required", "sign in first");
  const until = heldUntil(stored, now);
  if (until !== undefined) return tooManyCodes(until, now);
  const kind = await match(deps, tx, stored, { userId, code, now });
  if (kind !== undefined) return kind;
  await addWrongCode(tx, { id: userId, wrongCodeAt: now });
  await recordChange(deps, tx, { cause, action: "user.fail_second_factor", id: userId });
  return wrongCode();
}

interface Attempt {
  readonly userId: UserId;
  readonly code: string;
  readonly now: Instant;
}

async function match(
  { keyRing }: SealingDeps,
  tx: Transaction,
  { totpSecret, totpLastStep: lastStep }: StoredTotp,
  { userId, code, now }: Attempt,
): Promise<CodeKind | undefined> {
  if (isTotpCode(code)) {
    if (totpSecret === undefined) return undefined;
    const secret = open(keyRing, totpSecret, totpContext({ id: userId }));
    const step = stepOfCode(secret, code, { now, lastStep });
    if (step === undefined) return undefined;
    await updateTakenStep(tx, { id: userId, totpLastStep: BigInt(step) });
    return "totp";
  }
  const digest = digestRecoveryCode(userId, code);
  if (digest === undefined) return undefined;
  if ((await spendRecoveryCode(tx, { userId, digest, usedAt: now })) === 0) return undefined;
  await clearWrongCodes(tx, { id: userId });
  return "recovery_code";
}

export function wrongCode(): Refusal {
  const detail = "is incorrect or was already used";
  return refuse("unprocessable", `the code ${detail}`, { errors: [{ pointer: "/code", detail }] });
}

export function tooManyCodes(until: Instant, now: Instant): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
  return refuse("rate_limited", "too many wrong codes; try again later", { retryAfterSeconds });
}
