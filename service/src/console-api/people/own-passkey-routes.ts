import Type from "typebox";
import { type ApiRequest, bodyOf, type Route } from "../../http/route.ts";
import { IdSchema, named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import {
  listPasskeys,
  offerRegistration,
  type PasskeyId,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import {
  CreationChallengeSchema,
  PasskeySchema,
  presentCreation,
  presentPasskey,
  RegistrationSchema,
  toRegistration,
} from "./passkey-schemas.ts";
import { challengeIdOf } from "./passkey-sign-in-routes.ts";
import { type PeopleConsole, standingOf, withToken } from "./people-console.ts";
import { NameSchema } from "./schemas.ts";

/** The passkeys of whoever asks. */
export function ownPasskeyRoutes(people: PeopleConsole): readonly Route[] {
  return [
    listRoute(people),
    optionsRoute(people),
    registerRoute(people),
    renameRoute(people),
    removeRoute(people),
  ];
}

const path = `${consolePath}/me/passkeys`;

function listRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path,
    operationId: "listPasskeys",
    tag: consoleTag,
    summary: "Your passkeys",
    access: { permission: "self" },
    answers: {
      200: {
        description: "All of them, the oldest first.",
        schema: named("ConsolePasskeys", Type.Object({ passkeys: Type.Array(PasskeySchema) })),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const passkeys = await listPasskeys(people.database, standingOf(request).personId);
        return { status: 200, body: { passkeys: passkeys.map(presentPasskey) } };
      },
    },
  };
}

function optionsRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${path}/options`,
    operationId: "offerPasskeyRegistration",
    tag: consoleTag,
    summary: "Begin to add a passkey",
    description: "Whoever has a second factor already must have shown it lately.",
    access: { permission: "entering" },
    effect: "none",
    answers: { 200: { description: "What the device is asked to make.", schema: CreationChallengeSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { challengeId, options } = await offerRegistration(people, standingOf(request));
        return { status: 200, body: { challenge_id: challengeId, options: presentCreation(options) } };
      },
    },
  };
}

const RegisterBody = strictObject({
  challenge_id: IdSchema,
  name: NameSchema,
  response: RegistrationSchema,
});

function registerRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path,
    operationId: "registerPasskey",
    tag: consoleTag,
    summary: "Add a passkey",
    description: "The first second factor of a person completes the session and comes with recovery codes.",
    access: { permission: "entering" },
    body: { schema: RegisterBody },
    answers: {
      201: {
        description: "The passkey.",
        schema: named(
          "ConsoleRegisteredPasskey",
          Type.Object({
            passkey: PasskeySchema,
            recovery_codes: Type.Array(Type.String(), {
              description: "Shown this once; none where the person has some already.",
            }),
          }),
        ),
      },
    },
    refusals: ["unprocessable"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { challenge_id, name, response } = bodyOf(RegisterBody, request);
        const { passkey, recoveryCodes, token } = await registerPasskey(people, {
          ...standingOf(request),
          challengeId: challengeIdOf(challenge_id),
          name,
          response: toRegistration(response),
        });
        const body = { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes };
        return withToken(people, token, { status: 201, body });
      },
    },
  };
}

const RenameBody = strictObject({ name: NameSchema });

function renameRoute(people: PeopleConsole): Route {
  return {
    method: "PATCH",
    path: `${path}/{passkey_id}`,
    operationId: "renamePasskey",
    tag: consoleTag,
    summary: "Call a passkey something else",
    access: { permission: "self" },
    body: { schema: RenameBody },
    answers: { 204: { description: "It is called that now." } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { name } = bodyOf(RenameBody, request);
        const { personId, cause } = standingOf(request);
        await people.database.transaction((tx) =>
          renamePasskey(people, tx, { personId, cause, id: passkeyIdOf(request), name }),
        );
        return { status: 204 };
      },
    },
  };
}

function removeRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${path}/{passkey_id}`,
    operationId: "removePasskey",
    tag: consoleTag,
    summary: "Remove a passkey",
    description: "Never the last second factor.",
    access: { permission: "self", isSensitive: true },
    answers: { 204: { description: "It opens nothing any more." } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { personId, cause } = standingOf(request);
        await people.database.transaction((tx) =>
          removePasskey(people, tx, { personId, cause, id: passkeyIdOf(request) }),
        );
        return { status: 204 };
      },
    },
  };
}

function passkeyIdOf({ params }: ApiRequest): PasskeyId {
  const id = parseId<"passkey">(params["passkey_id"] ?? "");
  assert(id !== undefined, "the path was looked at");
  return id;
}
