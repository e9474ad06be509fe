import { bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { type Id, parseId } from "../../kernel/id.ts";
import { confirmWithPasskey, offerConfirmation, offerSignIn, signInWithPasskey } from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { ConfirmedSchema, presentConfirmed } from "./confirmed.ts";
import {
  AuthenticationSchema,
  presentRequest,
  RequestChallengeSchema,
  toAuthentication,
} from "./passkey-schemas.ts";
import { arrivalOf, type PeopleConsole, standingOf, withToken } from "./people-console.ts";
import { EnteredSchema, presentEntered } from "./schemas.ts";

/** A passkey that is shown: to sign in, or once more for what is sensitive. */
export function passkeySignInRoutes(people: PeopleConsole): readonly Route[] {
  return [signInOptions(people), signInRoute(people), confirmOptions(people), confirmRoute(people)];
}

const ShownBody = strictObject({ challenge_id: IdSchema, response: AuthenticationSchema });

function signInOptions(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/sign-in/passkey/options`,
    operationId: "offerPasskeySignIn",
    tag: consoleTag,
    summary: "Begin to sign in with a passkey",
    access: { permission: "nobody" },
    // What a device is to sign is remembered for some minutes, and changes nothing for anybody.
    effect: "none",
    answers: { 200: { description: "What the device is asked to sign.", schema: RequestChallengeSchema } },
    work: {
      kind: "command",
      handle: async () => {
        const { challengeId, options } = await offerSignIn(people);
        return { status: 200, body: { challenge_id: challengeId, options: presentRequest(options) } };
      },
    },
  };
}

function signInRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/sign-in/passkey`,
    operationId: "signInWithPasskey",
    tag: consoleTag,
    summary: "Sign in with a passkey",
    description: "The device has seen whose key it is, so nothing else is asked for.",
    access: { permission: "nobody" },
    body: { schema: ShownBody },
    answers: { 200: { description: "The session, in a cookie.", schema: EnteredSchema } },
    refusals: ["sign_in_failed"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { challenge_id, response } = bodyOf(ShownBody, request);
        const entered = await signInWithPasskey(people, {
          challengeId: challengeIdOf(challenge_id),
          response: toAuthentication(response),
          arrival: arrivalOf(people, request),
        });
        return withToken(people, entered.token, { status: 200, body: presentEntered(entered) });
      },
    },
  };
}

function confirmOptions(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/confirm/passkey/options`,
    operationId: "offerPasskeyConfirmation",
    tag: consoleTag,
    summary: "Begin to show a passkey once more",
    access: { permission: "self" },
    effect: "none",
    answers: { 200: { description: "What the device is asked to sign.", schema: RequestChallengeSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { challengeId, options } = await offerConfirmation(people, standingOf(request).personId);
        return { status: 200, body: { challenge_id: challengeId, options: presentRequest(options) } };
      },
    },
  };
}

function confirmRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/confirm/passkey`,
    operationId: "confirmWithPasskey",
    tag: consoleTag,
    summary: "Show a passkey once more, for what is sensitive",
    access: { permission: "self" },
    body: { schema: ShownBody },
    answers: { 200: { description: "It is good for a while.", schema: ConfirmedSchema } },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { challenge_id, response } = bodyOf(ShownBody, request);
        await confirmWithPasskey(people, {
          ...standingOf(request),
          challengeId: challengeIdOf(challenge_id),
          response: toAuthentication(response),
        });
        return { status: 200, body: presentConfirmed(people.clock) };
      },
    },
  };
}

export function challengeIdOf(text: string): Id<"passkey-challenge"> {
  const id = parseId<"passkey-challenge">(text);
  assert(id !== undefined, "the schema has looked at it");
  return id;
}
