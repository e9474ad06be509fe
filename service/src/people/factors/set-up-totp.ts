import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { open, seal } from "../../kernel/envelope.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import type { SealingDeps } from "../people-deps.ts";
import { recordChange } from "../record-change.ts";
import { completeSession } from "../sessions/complete-session.ts";
import { requireStanding, type Standing } from "../sessions/require-standing.ts";
import { selectPerson } from "../store.ts";
import { heldUntil } from "./code-hold.ts";
import { replaceRecoveryCodes } from "./replace-recovery-codes.ts";
import { activatePendingTotp, addWrongCode, lockTotp, updatePendingTotp } from "./store.ts";
import { tooManyCodes, totpContext, wrongCode } from "./take-code.ts";
import { newTotpSecret, stepOfCode, totpKey, totpUri } from "./totp.ts";

/** What an authenticator app is given. Shown once. */
export interface OfferedTotp {
  readonly secret: string;
  readonly uri: string;
}

/** A secret for an authenticator app. It counts once the person has shown a code of it; until then nothing changes. */
export async function beginTotp(
  { clock, keyRing }: SealingDeps,
  tx: Transaction,
  standing: Standing,
): Promise<OfferedTotp> {
  const { personId } = standing;
  const now = clock.now();
  await lockTotp(tx, personId);
  await requireStanding(tx, standing, now);
  const person = await selectPerson(tx, personId);
  assert(person !== undefined, "somebody with a session exists");
  const secret = newTotpSecret();
  await updatePendingTotp(tx, personId, { sealed: seal(keyRing, secret, totpContext(personId)), now });
  return { secret: totpKey(secret), uri: totpUri(secret, person.email) };
}

/** A second factor that was set up, and what is shown of it this once. */
export interface SetUpFactor {
  readonly recoveryCodes: readonly string[];
  /** The session's new token. */
  readonly token: string;
}

/** A wrong code is answered, not thrown, so that the transaction commits that it was counted. */
export async function confirmTotp(
  deps: SealingDeps,
  tx: Transaction,
  { code, cause, ...standing }: Standing & { readonly code: string; readonly cause: Cause },
): Promise<SetUpFactor | Refusal> {
  const { personId } = standing;
  const now = deps.clock.now();
  const stored = await lockTotp(tx, personId);
  const { session } = await requireStanding(tx, standing, now);
  if (stored?.pending === undefined) {
    throw new RefusalError(refuse("conflict", "no authenticator waits to be confirmed; begin again"));
  }
  const until = heldUntil(stored.wrongCodes, now);
  if (until !== undefined) return tooManyCodes(until, now);
  const secret = open(deps.keyRing, stored.pending, totpContext(personId));
  const step = stepOfCode(secret, code, { now, lastStep: undefined });
  if (step === undefined) {
    await addWrongCode(tx, personId, now);
    return wrongCode();
  }
  await activatePendingTotp(tx, personId, { step, now });
  const recoveryCodes = await replaceRecoveryCodes(tx, personId);
  const token = await completeSession(tx, session.id, now);
  await recordChange(deps, tx, { cause, action: "person.set_totp", id: personId });
  return { recoveryCodes, token };
}
