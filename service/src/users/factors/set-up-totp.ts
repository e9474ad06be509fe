import type { Transaction } from "../../db/database.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { open, seal } from "../../kernel/envelope.ts";
import { type Refusal, RefusalError, refuse } from "../../kernel/refusal.ts";
import { recordChange } from "../record-change.ts";
import { completeSession } from "../sessions/complete-session.ts";
import { type Membership, requireMembership } from "../sessions/require-membership.ts";
import { selectUser } from "../store.ts";
import { totpContext } from "../user.ts";
import type { SealingDeps } from "../users-deps.ts";
import { heldUntil } from "./code-hold.ts";
import { replaceRecoveryCodes } from "./replace-recovery-codes.ts";
import { activatePendingTotp, addWrongCode, lockTotp, updatePendingTotp } from "./store.ts";
import { tooManyCodes, wrongCode } from "./take-code.ts";
import { newTotpSecret, stepOfCode, totpKey, totpUri } from "./totp.ts";

/** Secret and URI for an authenticator app. Shown once. */
export interface OfferedTotp {
  readonly secret: string;
  readonly uri: string;
}

/** Creates a secret for an authenticator app. It takes effect once the user confirms it with a code. */
export async function beginTotp(
  { clock, keyRing }: SealingDeps,
  tx: Transaction,
  membership: Membership,
): Promise<OfferedTotp> {
  const { userId } = membership;
  const now = clock.now();
  await lockTotp(tx, { id: userId });
  await requireMembership(tx, membership, now);
  const user = await selectUser(tx, { id: userId });
  assert(user !== undefined, "a user with a session exists");
  const secret = newTotpSecret();
  const totpPending = seal(keyRing, secret, totpContext({ id: userId }));
  await updatePendingTotp(tx, { id: userId, totpPending, updatedAt: now });
  return { secret: totpKey(secret), uri: totpUri(secret, user.email) };
}

/** A second factor that was set up, with recovery codes that are shown only once. */
export interface SetUpFactor {
  readonly recoveryCodes: readonly string[];
  /** The session's new token. */
  readonly token: string;
}

/** A wrong code is returned, not thrown, so that the transaction commits the counted attempt. */
export async function confirmTotp(
  deps: SealingDeps,
  tx: Transaction,
  { code, cause, ...membership }: Membership & { readonly code: string; readonly cause: Cause },
): Promise<SetUpFactor | Refusal> {
  const { userId } = membership;
  const now = deps.clock.now();
  const stored = await lockTotp(tx, { id: userId });
  const { session } = await requireMembership(tx, membership, now);
  if (stored?.totpPending === undefined) {
    throw new RefusalError(refuse("conflict", "no authenticator setup is in progress; start again"));
  }
  const until = heldUntil(stored, now);
  if (until !== undefined) return tooManyCodes(until, now);
  const secret = open(deps.keyRing, stored.totpPending, totpContext({ id: userId }));
  const step = stepOfCode(secret, code, { now, lastStep: undefined });
  if (step === undefined) {
    await addWrongCode(tx, { id: userId, wrongCodeAt: now });
    return wrongCode();
  }
  const activated = { totpSince: now, totpLastStep: BigInt(step), updatedAt: now };
  await activatePendingTotp(tx, { id: userId, ...activated });
  const recoveryCodes = await replaceRecoveryCodes(tx, userId);
  const token = await completeSession(tx, session.id, now);
  await recordChange(deps, tx, { cause, action: "user.set_totp", id: userId });
  return { recoveryCodes, token };
}
