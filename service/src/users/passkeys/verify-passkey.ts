import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { type Challenge, takeChallenge } from "./challenge-store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { type Passkey, selectPasskey } from "./store.ts";

export interface PasskeyResponse {
  readonly challengeId: Challenge["id"];
  readonly response: AuthenticationResponseJSON;
}

/** Result of a verification; the challenge is consumed either way. */
export interface VerifiedPasskey {
  /** The passkey named by the response, even if the response is invalid. */
  readonly passkey: Passkey | undefined;
  /** The device's signature counter; undefined if the response is invalid. */
  readonly counter: number | undefined;
}

/** Verifies that a device holds a known credential and has verified its user. */
export async function verifyPasskey(
  { database, clock, relyingParty }: PasskeyDeps,
  { challengeId, response }: PasskeyResponse,
  { purpose, userId }: Pick<Challenge, "purpose" | "userId">,
): Promise<VerifiedPasskey> {
  const passkey = await selectPasskey(database, response.id);
  const key = { id: challengeId, purpose, userId };
  const expectedChallenge = await takeChallenge(database, key, clock.now());
  const isOfAnother = userId !== undefined && passkey?.userId !== userId;
  if (expectedChallenge === undefined || passkey === undefined || isOfAnother)
    return { passkey, counter: undefined };
  // Imported lazily: the library is large, and most processes never verify a passkey.
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
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
    // Any error in the device's response means that it is rejected.
  }).catch(() => undefined);
  return {
    passkey,
    counter: verified?.verified === true ? verified.authenticationInfo.newCounter : undefined,
  };
}
