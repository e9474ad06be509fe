import Type from "typebox";
import { confirmers, currentOrigins, dependencesIn, loadAccessGraph } from "../../access/index.ts";
import { type ApiRequest, causeOf, principalOf, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, nullableString } from "../../http/schemas.ts";
import type { TenantId, UserId } from "../../kernel/id.ts";
import { confirmIndividual, findConfirmationRefusals, listMembers, userList } from "../../users/index.ts";
import { commandEndpoint, consolePath, endpoints, readEndpoint, workspacePath } from "../console-route.ts";
import { userIdOf } from "./operator-routes.ts";
import type { UsersConsole } from "./users-console.ts";

const OriginsSchema = named(
  "ConsoleAccessOrigins",
  Type.Object({
    users: Type.Array(
      Type.Object({
        user_id: IdSchema,
        name: Type.String(),
        origins: Type.Array(Type.Enum(["server", "directory", "user", "application", "unknown"]), {
          description: "What gave, renewed or widened the access.",
        }),
        given_by: Type.Array(Type.String(), { description: "Names of the users who did." }),
        confirmed_by: Type.Array(Type.String(), { description: "Names of users of another origin." }),
        not_with: Type.Array(
          Type.Object({
            user_id: IdSchema,
            name: Type.String(),
            reason: Type.Enum(["given", "unknown", "same_origin"]),
          }),
          { description: "The users that this one does not count beside." },
        ),
        cannot_confirm: nullableString({ description: "Why you can't confirm this user; null if you can." }),
      }),
    ),
  }),
);

const seen = {
  description: "The origins of access, and who can approve together.",
  schema: OriginsSchema,
};

/** Which users count as separate individuals, and the confirmation of colleagues. */
export const originRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${workspacePath}/members/origins`, {
    operationId: "listMemberOrigins",
    summary: "List the origins of members' access",
    access: { permission: "members.read" },
    response: seen,
    handle: async (request, users) => {
      const { tenantId } = principalOf(request);
      const { members } = await listMembers(users.database, tenantId);
      const shown = members.map(({ userId, name }) => ({ id: userId, name }));
      return present(users, request, { tenantId, shown });
    },
  }),
  confirmRoute(`${workspacePath}/members`, {
    operationId: "confirmMember",
    permission: "members.write",
    tenantOf: (request) => principalOf(request).tenantId,
  }),
  readEndpoint(`GET ${consolePath}/users/origins`, {
    operationId: "listUserOrigins",
    summary: "List the origins of operators' access",
    access: { permission: "users.read" },
    response: seen,
    handle: async (request, users) =>
      present(users, request, {
        tenantId: undefined,
        shown: (await userList.read(users.database, { operatorsOnly: true }, { limit: maxUsers })).items,
      }),
  }),
  confirmRoute(`${consolePath}/users`, {
    operationId: "confirmUser",
    permission: "users.write",
    tenantOf: () => undefined,
  }),
]);

interface ConfirmRoute {
  readonly operationId: string;
  readonly permission: "members.write" | "users.write";
  readonly tenantOf: (request: ApiRequest) => TenantId | undefined;
}

function confirmRoute(path: string, { operationId, permission, tenantOf }: ConfirmRoute) {
  return commandEndpoint(`POST ${path}/{user_id}/confirm`, {
    operationId,
    summary: "Confirm that a user is a separate individual",
    description:
      "Then the user counts beside others whose access has the same origin. Only users of another origin can confirm.",
    access: { permission, confirmation: "always" },
    response: { status: 204, description: "The user was confirmed." },
    refusals: ["conflict"],
    handle: async (request, users: UsersConsole) => {
      const { newAccessMs } = users;
      const confirmation = { userId: userIdOf(request), tenantId: tenantOf(request), newAccessMs };
      await users.database.transaction((tx) =>
        confirmIndividual(users, tx, { ...confirmation, cause: causeOf(request) }),
      );
    },
  });
}

/** Each is compared with each. */
const maxUsers = 200;

interface Shown {
  readonly id: UserId;
  readonly name: string;
}

/** Names those who are shown; others are operators, whose names tenants do not learn. */
async function present(
  deps: UsersConsole,
  request: ApiRequest,
  all: { readonly tenantId: TenantId | undefined; readonly shown: readonly Shown[] },
) {
  const { database, newAccessMs } = deps;
  const shown = all.shown.slice(0, maxUsers);
  const userIds = shown.map(({ id }) => id);
  const you = sessionUserOf(request).userId;
  const graph = await loadAccessGraph(database, [you, ...userIds]);
  const names = new Map<string, string>(shown.map(({ id, name }) => [id, name]));
  const namesOf = (ids: readonly string[]) => [...new Set(ids.map((id) => names.get(id) ?? "An operator"))];
  const dependences = dependencesIn(graph, userIds);
  const confirming = { by: you, tenantId: all.tenantId, newAccessMs };
  const refusalOf = await findConfirmationRefusals(deps, database, confirming, { graph, userIds });
  const users = shown.map(({ id }) => {
    const origins = currentOrigins(graph, id);
    return {
      user_id: id,
      name: names.get(id) ?? "",
      origins: origins.length === 0 ? ["unknown"] : [...new Set(origins.map(({ type }) => type))],
      given_by: namesOf(origins.flatMap((origin) => ("id" in origin && origin.id !== id ? [origin.id] : []))),
      confirmed_by: namesOf(confirmers(graph, id)),
      not_with: dependences(id).map(({ other, reason }) => ({
        user_id: other,
        name: names.get(other) ?? "",
        reason,
      })),
      cannot_confirm: refusalOf(id)?.detail ?? null,
    };
  });
  return { users };
}
