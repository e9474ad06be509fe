import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from "@simplewebauthn/server";
import { type Challenge, takeChallenge } from "./challenge-store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { type Passkey, selectPasskey } from "./store.ts";

export interface PasskeyAnswer {
  readonly challengeId: Challenge["id"];
  readonly response: AuthenticationResponseJSON;
}

/** A key that was shown, or not; either way the challenge is used up. */
export interface VerifiedPasskey {
  /** The key that the answer names, also when the answer is not right. */
  readonly passkey: Passkey | undefined;
  /** How often the device says that it was used; undefined when the answer is not right. */
  readonly counter: number | undefined;
}

/** Whether a device holds a key that we know, and has seen whose it is. */
export async function verifyPasskey(
  { database, clock, relyingParty }: PasskeyDeps,
  { challengeId, response }: PasskeyAnswer,
  { purpose, personId }: Pick<Challenge, "purpose" | "personId">,
): Promise<VerifiedPasskey> {
  const passkey = await selectPasskey(database, response.id);
  const key = { id: challengeId, purpose, personId };
  const expectedChallenge = await takeChallenge(database, key, clock.now());
  const isOfAnother = personId !== undefined && passkey?.personId !== personId;
  if (expectedChallenge === undefined || passkey === undefined || isOfAnother)
    return { passkey, counter: undefined };
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
    credential: {
      id: passkey.credentialId,
      publicKey: Uint8Array.from(passkey.publicKey),
      counter: passkey.counter,
    },
    // Whatever is wrong with what a device sent, it is not taken.
  }).catch(() => undefined);
  return {
    passkey,
    counter: verified?.verified === true ? verified.authenticationInfo.newCounter : undefined,
  };
}
