import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { assert } from "../../kernel/assert.ts";
import type { PersonId } from "../../kernel/id.ts";
import { addMs } from "../../kernel/instant.ts";
import { lockTotp } from "../factors/store.ts";
import { requireStanding, type Standing } from "../sessions/require-standing.ts";
import { selectPerson } from "../store.ts";
import { type Challenge, type ChallengeId, insertChallenge } from "./challenge-store.ts";
import type { PasskeyDeps } from "./passkey-deps.ts";
import { selectPasskeysOf } from "./store.ts";

/** For how long a device may take to answer. */
const challengeMs = 5 * 60_000;

/** What the browser hands to the device, and under which name the answer comes back. */
export interface OfferedPasskey<Options> {
  readonly challengeId: ChallengeId;
  readonly options: Options;
}

/** For making a key: it is found by the device itself, and the device asks who is there (a finger, a face, a PIN). */
export async function offerRegistration(
  deps: PasskeyDeps,
  standing: Standing,
): Promise<OfferedPasskey<PublicKeyCredentialCreationOptionsJSON>> {
  const { personId } = standing;
  const { person, known } = await deps.database.transaction(async (tx) => {
    await lockTotp(tx, personId);
    await requireStanding(tx, standing, deps.clock.now());
    return { person: await selectPerson(tx, personId), known: await selectPasskeysOf(tx, personId) };
  });
  assert(person !== undefined, "somebody with a session exists");
  const options = await generateRegistrationOptions({
    rpName: deps.relyingParty.name,
    rpID: deps.relyingParty.id,
    userID: Uint8Array.from(Buffer.from(personId)),
    userName: person.email,
    userDisplayName: person.name,
    timeout: challengeMs,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
  return {
    challengeId: await keep(deps, { challenge: options.challenge, purpose: "register", personId }),
    options,
  };
}

/** For somebody who signs in; which key it is, and whose, the device says. */
export function offerSignIn(
  deps: PasskeyDeps,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  return offerUse(deps, { purpose: "sign_in", personId: undefined });
}

/** For somebody who shows a second factor once more. */
export function offerConfirmation(
  deps: PasskeyDeps,
  personId: PersonId,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  return offerUse(deps, { purpose: "confirm", personId });
}

async function offerUse(
  deps: PasskeyDeps,
  { purpose, personId }: Pick<Challenge, "purpose" | "personId">,
): Promise<OfferedPasskey<PublicKeyCredentialRequestOptionsJSON>> {
  const known = personId === undefined ? [] : await selectPasskeysOf(deps.database, personId);
  const options = await generateAuthenticationOptions({
    rpID: deps.relyingParty.id,
    timeout: challengeMs,
    userVerification: "required",
    allowCredentials: known.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  });
  return { challengeId: await keep(deps, { challenge: options.challenge, purpose, personId }), options };
}

async function keep(
  { database, clock, newId }: PasskeyDeps,
  challenge: Pick<Challenge, "challenge" | "purpose" | "personId">,
): Promise<ChallengeId> {
  const id = newId<"passkey-challenge">();
  await insertChallenge(database, { ...challenge, id, expiresAt: addMs(clock.now(), challengeMs) });
  return id;
}
