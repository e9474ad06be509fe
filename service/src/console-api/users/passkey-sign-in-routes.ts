import { IdSchema, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { type Id, parseId } from "../../kernel/id.ts";
import { confirmWithPasskey, offerConfirmation, offerSignIn, signInWithPasskey } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints } from "../console-route.ts";
import { ConfirmationIdSchema, ConfirmedSchema, confirmationIdOf, presentConfirmed } from "./confirmed.ts";
import {
  AuthenticationSchema,
  presentRequest,
  RequestChallengeSchema,
  toAuthentication,
} from "./passkey-schemas.ts";
import { EnteredSchema, presentEntered } from "./schemas.ts";
import { membershipOf, signInAttemptOf, type UsersConsole, withToken } from "./users-console.ts";

const OptionsBody = strictObject({ confirmation_id: ConfirmationIdSchema });
const ShownBody = strictObject({ challenge_id: IdSchema, response: AuthenticationSchema });
const ConfirmBody = strictObject({ ...ShownBody.properties, confirmation_id: ConfirmationIdSchema });

/** Using a passkey: to sign in, or to confirm sensitive operations. */
export const passkeySignInRoutes = endpoints<UsersConsole>([
  commandEndpoint(`POST ${consolePath}/sign-in/passkey/options`, {
    operationId: "offerPasskeySignIn",
    summary: "Start signing in with a passkey",
    access: { permission: "public" },
    // The challenge is stored for some minutes, and changes nothing else.
    effect: "none",
    response: { description: "Challenge for the device.", schema: RequestChallengeSchema },
    handle: async (_, users) => {
      const { challengeId, options } = await offerSignIn(users);
      return { challenge_id: challengeId, options: presentRequest(options) };
    },
  }),
  commandEndpoint(`POST ${consolePath}/sign-in/passkey`, {
    operationId: "signInWithPasskey",
    summary: "Sign in with a passkey",
    description: "The device verifies the user, so no other factor is required.",
    access: { permission: "public" },
    body: { schema: ShownBody },
    response: { description: "The session, in a cookie.", schema: EnteredSchema },
    refusals: ["sign_in_failed"],
    respond: async (request, users) => {
      const { challenge_id, response } = request.body;
      const entered = await signInWithPasskey(users, {
        challengeId: challengeIdOf(challenge_id),
        response: toAuthentication(response),
        signInAttempt: signInAttemptOf(users, request),
      });
      return withToken(users, entered.token, { status: 200, body: presentEntered(entered) });
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/confirm/passkey/options`, {
    operationId: "offerPasskeyConfirmation",
    summary: "Start confirming with a passkey",
    access: { permission: "self" },
    effect: "none",
    body: { schema: OptionsBody, isOptional: true },
    refusals: ["not_found"],
    response: { description: "Challenge for the device.", schema: RequestChallengeSchema },
    handle: async (request, users) => {
      const confirmationId = confirmationIdOf(request.body.confirmation_id);
      const offered = await offerConfirmation(users, { ...membershipOf(request), confirmationId });
      const { challengeId, options } = offered;
      return { challenge_id: challengeId, options: presentRequest(options) };
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/confirm/passkey`, {
    operationId: "confirmWithPasskey",
    summary: "Confirm a request, or sensitive operations, with a passkey",
    access: { permission: "self" },
    body: { schema: ConfirmBody },
    response: { description: "Confirmed for a limited time.", schema: ConfirmedSchema },
    refusals: ["unprocessable", "not_found"],
    handle: async (request, users) => {
      const { challenge_id, confirmation_id, response } = request.body;
      await confirmWithPasskey(users, {
        ...membershipOf(request),
        confirmationId: confirmationIdOf(confirmation_id),
        challengeId: challengeIdOf(challenge_id),
        response: toAuthentication(response),
      });
      return presentConfirmed(users.clock);
    },
  }),
]);

export function challengeIdOf(text: string): Id<"passkey-challenge"> {
  const id = parseId<"passkey-challenge">(text);
  assert(id !== undefined, "the schema validated it");
  return id;
}
