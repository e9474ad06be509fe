import Type from "typebox";
import type { ApiRequest } from "../../http/route.ts";
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
} from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import {
  CreationChallengeSchema,
  PasskeySchema,
  presentCreation,
  presentPasskey,
  RegistrationSchema,
  toRegistration,
} from "./passkey-schemas.ts";
import { challengeIdOf } from "./passkey-sign-in-routes.ts";
import { NameSchema } from "./schemas.ts";
import { membershipOf, type UsersConsole, withToken } from "./users-console.ts";

const path = `${consolePath}/me/passkeys`;

const RegisterBody = strictObject({
  challenge_id: IdSchema,
  name: NameSchema,
  response: RegistrationSchema,
});

const RenameBody = strictObject({ name: NameSchema });

/** The user's own passkeys. */
export const ownPasskeyRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${path}`, {
    operationId: "listPasskeys",
    summary: "List your passkeys",
    access: { permission: "self" },
    response: {
      description: "All passkeys, oldest first.",
      schema: named("ConsolePasskeys", Type.Object({ passkeys: Type.Array(PasskeySchema) })),
    },
    handle: async (request, users) => {
      const passkeys = await listPasskeys(users.database, { userId: membershipOf(request).userId });
      return { passkeys: passkeys.map(presentPasskey) };
    },
  }),
  commandEndpoint(`POST ${path}/options`, {
    operationId: "offerPasskeyRegistration",
    summary: "Start adding a passkey",
    description: "If you already have a second factor, confirm it first.",
    access: { permission: "entering", confirmation: "always" },
    effect: "none",
    response: { description: "Creation options for the device.", schema: CreationChallengeSchema },
    handle: async (request, users) => {
      const { challengeId, options } = await offerRegistration(users, membershipOf(request));
      return { challenge_id: challengeId, options: presentCreation(options) };
    },
  }),
  commandEndpoint(`POST ${path}`, {
    operationId: "registerPasskey",
    summary: "Add a passkey",
    description: "The first second factor completes the session and comes with recovery codes.",
    access: { permission: "entering" },
    body: { schema: RegisterBody },
    response: {
      status: 201,
      description: "The passkey.",
      schema: named(
        "ConsoleRegisteredPasskey",
        Type.Object({
          passkey: PasskeySchema,
          recovery_codes: Type.Array(Type.String(), {
            description: "Shown only once; empty if you already have some.",
          }),
        }),
      ),
    },
    refusals: ["unprocessable"],
    respond: async (request, users) => {
      const { challenge_id, name, response } = request.body;
      const { passkey, recoveryCodes, token } = await registerPasskey(users, {
        ...membershipOf(request),
        challengeId: challengeIdOf(challenge_id),
        name,
        response: toRegistration(response),
      });
      const body = { passkey: presentPasskey(passkey), recovery_codes: recoveryCodes };
      return withToken(users, token, { status: 201, body });
    },
  }),
  commandEndpoint(`PATCH ${path}/{passkey_id}`, {
    operationId: "renamePasskey",
    summary: "Rename a passkey",
    access: { permission: "self" },
    body: { schema: RenameBody },
    response: { status: 204, description: "The passkey was renamed." },
    handle: async (request, users) => {
      const { name } = request.body;
      const { userId, cause } = membershipOf(request);
      await users.database.transaction((tx) =>
        renamePasskey(users, tx, { userId, cause, id: passkeyIdOf(request), name }),
      );
    },
  }),
  commandEndpoint(`DELETE ${path}/{passkey_id}`, {
    operationId: "removePasskey",
    summary: "Remove a passkey",
    description: "The last second factor can't be removed.",
    access: { permission: "self", isSensitive: true },
    response: { status: 204, description: "The passkey was removed." },
    refusals: ["conflict"],
    handle: async (request, users) => {
      const { userId, cause } = membershipOf(request);
      await users.database.transaction((tx) =>
        removePasskey(users, tx, { userId, cause, id: passkeyIdOf(request) }),
      );
    },
  }),
]);

function passkeyIdOf({ params }: ApiRequest): PasskeyId {
  const id = parseId<"passkey">(params["passkey_id"] ?? "");
  assert(id !== undefined, "the path is validated");
  return id;
}
