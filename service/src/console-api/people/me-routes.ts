import Type, { type Static } from "typebox";
import type { Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import { parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  endAllSessions,
  endOneSession,
  findSession,
  listSessions,
  operatorRights,
  type SessionId,
  type StoredSession,
  showMyself,
} from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import { type PeopleConsole, standingOf } from "./people-console.ts";
import { MemberRoleSchema } from "./schemas.ts";

/** Who is signed in, and where. */
export function meRoutes(people: PeopleConsole): readonly Route[] {
  return [meRoute(people), sessionsRoute(people), endSessionRoute(people), endOthersRoute(people)];
}

const MeSchema = named(
  "ConsoleMe",
  Type.Object({
    person: Type.Object({ id: IdSchema, email: Type.String(), name: Type.String() }),
    stage: Type.Enum(["password", "complete"]),
    second_factors: Type.Object({
      totp: Type.Boolean(),
      passkeys: Type.Integer(),
      recovery_codes_left: Type.Integer(),
    }),
    operator_role: nullableString({ description: "Null for whoever does not run the service." }),
    platform_permissions: Type.Array(Type.String()),
    memberships: Type.Array(
      Type.Object({ tenant_id: IdSchema, name: Type.String(), role: MemberRoleSchema }),
    ),
  }),
);

function meRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path: `${consolePath}/me`,
    operationId: "getMe",
    tag: consoleTag,
    summary: "Who is signed in, and what they may do",
    access: { permission: "entering" },
    answers: { 200: { description: "The person.", schema: MeSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { personId, sessionId } = standingOf(request);
        const { person, factors, memberships } = await showMyself(people.database, personId);
        const session = await findSession(people.database, sessionId);
        const isComplete = session?.stage === "complete";
        const { id, email, name, operatorRole } = person;
        const rights = operatorRole === undefined ? [] : [...operatorRights[operatorRole].platform];
        const body: Static<typeof MeSchema> = {
          person: { id, email, name },
          stage: isComplete ? "complete" : "password",
          second_factors: {
            totp: factors.hasTotp,
            passkeys: factors.passkeys,
            recovery_codes_left: factors.recoveryCodesLeft,
          },
          // Somebody who has shown only a password is told nothing that the password does not open.
          operator_role: isComplete ? (operatorRole ?? null) : null,
          platform_permissions: isComplete ? rights : [],
          memberships: isComplete
            ? memberships.map(({ tenantId, name: tenant, role }) => ({
                tenant_id: tenantId,
                name: tenant,
                role,
              }))
            : [],
        };
        return { status: 200, body };
      },
    },
  };
}

const SessionSchema = named(
  "ConsoleSession",
  Type.Object({
    session_id: IdSchema,
    user_agent: Type.String(),
    client_address: Type.String(),
    created_at: DateTimeSchema,
    seen_at: DateTimeSchema,
    expires_at: DateTimeSchema,
    is_this: Type.Boolean({ description: "The one that asks." }),
  }),
);

function sessionsRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path: `${consolePath}/me/sessions`,
    operationId: "listSessions",
    tag: consoleTag,
    summary: "Where you are signed in",
    access: { permission: "self" },
    answers: {
      200: {
        description: "The newest first; a hundred at most.",
        schema: named("ConsoleSessions", Type.Object({ sessions: Type.Array(SessionSchema) })),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { personId, sessionId } = standingOf(request);
        const sessions = await listSessions(people, personId);
        return {
          status: 200,
          body: { sessions: sessions.map((session) => presentSession(session, sessionId)) },
        };
      },
    },
  };
}

function presentSession(session: StoredSession, own: SessionId): Static<typeof SessionSchema> {
  return {
    session_id: session.id,
    user_agent: session.userAgent,
    client_address: session.clientAddress,
    created_at: formatInstant(session.createdAt),
    seen_at: formatInstant(session.seenAt),
    expires_at: formatInstant(session.expiresAt),
    is_this: session.id === own,
  };
}

function endSessionRoute(people: PeopleConsole): Route {
  return {
    method: "DELETE",
    path: `${consolePath}/me/sessions/{session_id}`,
    operationId: "endSession",
    tag: consoleTag,
    summary: "Sign out somewhere else",
    access: { permission: "self" },
    answers: { 204: { description: "The session is over." } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { personId, cause } = standingOf(request);
        const sessionId = parseId<"console-session">(request.params["session_id"] ?? "");
        assert(sessionId !== undefined, "the path was looked at");
        await people.database.transaction((tx) => endOneSession(people, tx, { personId, sessionId, cause }));
        return { status: 204 };
      },
    },
  };
}

const EndedSchema = named("ConsoleEndedSessions", Type.Object({ ended: Type.Integer() }));

function endOthersRoute(people: PeopleConsole): Route {
  return {
    method: "POST",
    path: `${consolePath}/me/sessions/end-others`,
    operationId: "endOtherSessions",
    tag: consoleTag,
    summary: "Sign out everywhere else",
    access: { permission: "self" },
    answers: { 200: { description: "How many sessions ended.", schema: EndedSchema } },
    work: {
      kind: "command",
      handle: async (request) => {
        const { personId, sessionId, cause } = standingOf(request);
        const ended = await people.database.transaction((tx) =>
          endAllSessions(people, tx, { personId, except: sessionId, cause }),
        );
        return { status: 200, body: { ended } };
      },
    },
  };
}
