import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Transaction } from "../../db/database.ts";
import type { Cause } from "../../kernel/cause.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { replaceRecoveryCodes } from "../factors/replace-recovery-codes.ts";
import { lockTotp } from "../factors/store.ts";
import { recordChange } from "../record-change.ts";
import { completeSession } from "../sessions/complete-session.ts";
import { type Membership, requireMembership } from "../sessions/require-membership.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { type ChallengeId, insertPasskey, type Passkey, takeChallenge } from "./store.ts";

export interface NewPasskey extends Membership {
  readonly challengeId: ChallengeId;
  readonly response: RegistrationResponseJSON;
  readonly name: string;
  readonly cause: Cause;
}

export interface RegisteredPasskey {
  readonly passkey: Passkey;
  /** Returned with the first second factor; otherwise empty. */
  readonly recoveryCodes: readonly string[];
  /** The session's new token. */
  readonly token: string;
}

const maxPasskeys = 20;

/** Registers a new credential as the user's second factor and sign-in method. */
export async function registerPasskey(deps: PasskeyDeps, request: NewPasskey): Promise<RegisteredPasskey> {
  const made = await verify(deps, request);
  return deps.database.transaction(async (tx) => {
    const passkey = {
      ...made,
      id: deps.newId<"passkey">(),
      userId: request.userId,
      name: request.name,
      createdAt: deps.clock.now(),
      lastUsedAt: undefined,
    };
    return add(deps, tx, passkey, request);
  });
}

async function add(
  deps: PasskeyDeps,
  tx: Transaction,
  passkey: Passkey,
  { cause, ...membership }: NewPasskey,
): Promise<RegisteredPasskey> {
  const { userId, createdAt: now } = passkey;
  await lockTotp(tx, { id: userId });
  const { session, factors } = await requireMembership(tx, membership, now);
  if (factors.passkeys >= maxPasskeys) {
    throw new RefusalError(refuse("unprocessable", `you can have at most ${maxPasskeys} passkeys`));
  }
  if (!(await insertPasskey(tx, passkey))) throw new RefusalError(notTaken());
  const isFirst = !factors.hasTotp && factors.passkeys === 0;
  const recoveryCodes = isFirst ? await replaceRecoveryCodes(tx, userId) : [];
  const token = await completeSession(tx, session.id, now);
  await recordChange(deps, tx, {
    cause,
    action: "passkey.create",
    id: passkey.id,
    after: { user: userId },
  });
  return { passkey, recoveryCodes, token };
}

async function verify(
  { database, clock, relyingParty }: PasskeyDeps,
  { challengeId, userId, response }: NewPasskey,
): Promise<Pick<Passkey, "credentialId" | "publicKey" | "counter" | "transports">> {
  const key = { id: challengeId, purpose: "register", userId } as const;
  const expectedChallenge = await takeChallenge(database, key, clock.now());
  if (expectedChallenge === undefined) throw new RefusalError(notTaken());
  // Imported lazily: the library is large, and most processes never register a passkey.
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    // Any error in the device's response means that it is rejected.
  }).catch(() => undefined);
  if (verified?.verified !== true) throw new RefusalError(notTaken());
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
  };
}

function notTaken() {
  return refuse("unprocessable", "the device's response is invalid; start again");
}
