import Type, { type Static } from "typebox";
import { present } from "../../http/present.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import {
  attestsMfa,
  endAllSessions,
  endOneSession,
  findSession,
  listSessions,
  operatorRights,
  showMyself,
  type User,
} from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { MemberRoleSchema } from "./schemas.ts";
import { membershipOf, type UsersConsole } from "./users-console.ts";

const MeSchema = named(
  "ConsoleMe",
  Type.Object({
    user: Type.Object({
      id: IdSchema,
      email: Type.String(),
      name: Type.String(),
      source: Type.Enum(["local", "sso", "scim"]),
    }),
    stage: Type.Enum(["password", "complete"]),
    second_factors: Type.Object({
      totp: Type.Boolean(),
      passkeys: Type.Integer(),
      recovery_codes_left: Type.Integer(),
      sso: Type.Boolean({ description: "Whether the identity provider confirms requests." }),
    }),
    operator_role: nullableString({ description: "Null for non-operators." }),
    platform_permissions: Type.Array(Type.String()),
    memberships: Type.Array(
      Type.Object({ tenant_id: IdSchema, name: Type.String(), role: MemberRoleSchema }),
    ),
  }),
);

const SessionSchema = named(
  "ConsoleSession",
  Type.Object({
    session_id: IdSchema,
    user_agent: Type.String(),
    client_address: Type.String(),
    created_at: DateTimeSchema,
    seen_at: DateTimeSchema,
    expires_at: DateTimeSchema,
    is_this: Type.Boolean({ description: "The current session." }),
  }),
);

const EndedSchema = named("ConsoleEndedSessions", Type.Object({ ended: Type.Integer() }));

/** The signed-in user and their sessions. */
export const meRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${consolePath}/me`, {
    operationId: "getMe",
    summary: "Get the signed-in user",
    access: { permission: "entering" },
    response: { description: "The user with their permissions.", schema: MeSchema },
    handle: async (request, users) => {
      const { userId, sessionId } = membershipOf(request);
      const { user, factors, memberships } = await showMyself(users.database, userId);
      const session = await findSession(users.database, { id: sessionId });
      const isComplete = session?.stage === "complete";
      const { id, email, name, source, operatorRole } = user;
      const rights = operatorRole === undefined ? [] : [...operatorRights[operatorRole].platform];
      return {
        user: { id, email, name, source },
        stage: isComplete ? "complete" : "password",
        second_factors: {
          totp: factors.hasTotp,
          passkeys: factors.passkeys,
          recovery_codes_left: factors.recoveryCodesLeft,
          sso: confirmsWithSso(users, user, factors),
        },
        // A session with only a password gets nothing that requires the second factor.
        operator_role: isComplete ? (operatorRole ?? null) : null,
        platform_permissions: isComplete ? rights : [],
        memberships: isComplete
          ? memberships.map(({ tenantId, name: tenant, role }) => ({
              tenant_id: tenantId,
              name: tenant,
              role,
            }))
          : [],
      } satisfies Static<typeof MeSchema>;
    },
  }),
  readEndpoint(`GET ${consolePath}/me/sessions`, {
    operationId: "listSessions",
    summary: "List your sessions",
    access: { permission: "self" },
    response: {
      description: "Newest first; at most 100.",
      schema: named("ConsoleSessions", Type.Object({ sessions: Type.Array(SessionSchema) })),
    },
    handle: async (request, users) => {
      const { userId, sessionId } = membershipOf(request);
      const sessions = await listSessions(users, userId);
      return {
        sessions: sessions.map((session) =>
          present(SessionSchema, { ...session, sessionId: session.id, isThis: session.id === sessionId }),
        ),
      };
    },
  }),
  commandEndpoint(`DELETE ${consolePath}/me/sessions/{session_id}`, {
    operationId: "endSession",
    summary: "End another session",
    access: { permission: "self" },
    response: { status: 204, description: "The session ended." },
    handle: async (request, users) => {
      const { userId, cause } = membershipOf(request);
      const sessionId = parseId<"console-session">(request.params["session_id"] ?? "");
      assert(sessionId !== undefined, "the path is validated");
      await users.database.transaction((tx) => endOneSession(users, tx, { userId, sessionId, cause }));
    },
  }),
  commandEndpoint(`POST ${consolePath}/me/sessions/end-others`, {
    operationId: "endOtherSessions",
    summary: "End all other sessions",
    access: { permission: "self" },
    response: { description: "Number of sessions ended.", schema: EndedSchema },
    handle: async (request, users) => {
      const { userId, sessionId, cause } = membershipOf(request);
      const ended = await users.database.transaction((tx) =>
        endAllSessions(users, tx, { userId, except: sessionId, cause }),
      );
      return { ended };
    },
  }),
]);

function confirmsWithSso(
  { sso }: UsersConsole,
  { source }: User,
  { hasTotp, passkeys }: { readonly hasTotp: boolean; readonly passkeys: number },
): boolean {
  return sso !== undefined && attestsMfa(sso.policy) && source !== "local" && !hasTotp && passkeys === 0;
}
