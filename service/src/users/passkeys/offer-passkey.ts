import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { assert } from "../../kernel/assert.ts";
import { addMs } from "../../kernel/instant.ts";
import { challengeOf } from "../confirmations/confirm-request.ts";
import { lockTotp } from "../factors/store.ts";
import { type Membership, requireMembership } from "../sessions/require-membership.ts";
import type { ConfirmedInSession } from "../sessions/show-code.ts";
import { selectUser } from "../store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { type ChallengeId, insertChallenge, type OfferedUse, selectPasskeysOf } from "./store.ts";

/** How long a device may take to respond. */
const challengeMs = 5 * 60_000;

/** The options for the browser, and the id of the challenge. */
export interface OfferedPasskey<Options> {
  readonly challengeId: ChallengeId;
  readonly options: Options;
}

/** Registration options for a discoverable credential with user verification (fingerprint, face or PIN). */
export async function offerRegistration(
  deps: PasskeyDeps,
  membership: Membership,
): Promise<OfferedPasskey<PublicKeyCredentialCreationOptionsJSON>> {
  const { userId } = membership;
  const { user, known } = await deps.database.transaction(async (tx) => {
    await lockTotp(tx, { id: userId });
    await requireMembership(tx, membership, deps.clock.now());
    return { user: await selectUser(tx, { id: userId }), known: await selectPasskeysOf(tx, { userId }) };
  });
  assert(user !== undefined, "a user with a session exists");
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    rpName: deps.relyingParty.name,
    rpID: deps.relyingParty.id,
    userID: Uint8Array.from(Buffer.from(userId)),
    userName: user.email,
    userDisplayName: user.name,
    timeout: challengeMs,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
  return {
    challengeId: await keep(deps, { challenge: options.challenge, purpose: "register", userId }),
    options,
  };
}

/** For sign-in; the device selects the credential and thereby the user. */
export function offerSignIn(
  deps: PasskeyDeps,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  return offerUse(deps, { purpose: "sign_in", userId: undefined });
}

/** For confirming the second factor again: for one request, or for sensitive operations. */
export async function offerConfirmation(
  deps: PasskeyDeps,
  { userId, sessionId, confirmationId: id }: ConfirmedInSession,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  const offered = { purpose: "confirm", userId, confirmationId: id } as const;
  if (id === undefined) return offerUse(deps, offered);
  return offerUse(deps, offered, await challengeOf(deps, deps.database, { id, sessionId, userId }));
}

async function offerUse(
  deps: PasskeyDeps,
  offered: OfferedUse,
  challenge?: Uint8Array<ArrayBuffer>,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  const { userId } = offered;
  const known = userId === undefined ? [] : await selectPasskeysOf(deps.database, { userId });
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: deps.relyingParty.id,
    timeout: challengeMs,
    userVerification: "required",
    ...(challenge === undefined ? {} : { challenge }),
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
  return { challengeId: await keep(deps, { ...offered, challenge: options.challenge }), options };
}

async function keep(
  { database, clock, newId }: PasskeyDeps,
  challenge: OfferedUse & { readonly challenge: string },
): Promise<ChallengeId> {
  const id = newId<"passkey-challenge">();
  await insertChallenge(database, { ...challenge, id, expiresAt: addMs(clock.now(), challengeMs) });
  return id;
}
