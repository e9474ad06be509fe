import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { open } from "../../kernel/envelope.ts";
import type { PersonId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type Refusal, refuse } from "../../kernel/refusal.ts";
import type { SealingDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
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
  readonly personId: PersonId;
  /** Of the authenticator, or one of the recovery codes. */
  readonly code: string;
  readonly cause: Cause;
}

export type CodeKind = "totp" | "recovery_code";

/**
 * Takes a code, which is good once. A wrong one is counted: the refusal is answered, not thrown, so that the transaction
 * commits what was counted.
 */
export async function takeCode(
  deps: SealingDeps,
  tx: Transaction,
  shown: ShownCode,
): Promise<CodeKind | Refusal> {
  const { personId, code, cause } = shown;
  const now = deps.clock.now();
  const stored = await lockTotp(tx, personId);
  if (stored === undefined) return refuse("sign_in_required", "sign in first");
  const until = heldUntil(stored.wrongCodes, now);
  if (until !== undefined) return tooManyCodes(until, now);
  const kind = await match(deps, tx, stored, { personId, code, now });
  if (kind !== undefined) return kind;
  await addWrongCode(tx, personId, now);
  await recordChange(deps, tx, { cause, action: "person.fail_second_factor", id: personId });
  return wrongCode();
}

interface Attempt {
  readonly personId: PersonId;
  readonly code: string;
  readonly now: Instant;
}

async function match(
  { keyRing }: SealingDeps,
  tx: Transaction,
  { secret, lastStep }: StoredTotp,
  { personId, code, now }: Attempt,
): Promise<CodeKind | undefined> {
  if (isTotpCode(code)) {
    if (secret === undefined) return undefined;
    const step = stepOfCode(open(keyRing, secret, totpContext(personId)), code, { now, lastStep });
    if (step === undefined) return undefined;
    await updateTakenStep(tx, personId, step);
    return "totp";
  }
  const digest = digestRecoveryCode(personId, code);
  if (digest === undefined || !(await spendRecoveryCode(tx, personId, { digest, now }))) return undefined;
  await clearWrongCodes(tx, personId);
  return "recovery_code";
}

/** What the secret of an authenticator is sealed for. */
export function totpContext(personId: PersonId): string {
  return `people/${personId}/totp`;
}

export function wrongCode(): Refusal {
  const detail = "is not right, or was used before";
  return refuse("unprocessable", `the code ${detail}`, { errors: [{ pointer: "/code", detail }] });
}

export function tooManyCodes(until: Instant, now: Instant): Refusal {
  const retryAfterSeconds = Math.max(1, Math.ceil((until - now) / 1000));
  return refuse("rate_limited", "too many wrong codes; wait before the next one", { retryAfterSeconds });
}
