import Type from "typebox";
import type { Transaction } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { type ApiRequest, type ConsoleAccess, causeOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { parseId, type UserId } from "../../kernel/id.ts";
import {
  changeOperatorRole,
  disableUser,
  enableUser,
  endAllSessions,
  presentUser,
  UserSchema,
  userList,
} from "../../users/index.ts";
import { consoleCommand, consoleList, consolePath } from "../console-route.ts";
import { OperatorRoleSchema } from "./schemas.ts";
import type { UsersConsole } from "./users-console.ts";

/** Console users, for operators. */
export function operatorRoutes(users: UsersConsole): readonly Route[] {
  return [
    listUsersRoute(users),
    roleRoute(users),
    changeRoute(users, {
      verb: "disable",
      summary: "Disable a user",
      change: (tx, change) => disableUser(users, tx, change),
    }),
    changeRoute(users, {
      verb: "enable",
      summary: "Enable a user",
      access: { permission: "users.write", confirmation: "always" },
      change: (tx, change) => enableUser(users, tx, change),
    }),
    changeRoute(users, {
      verb: "end-sessions",
      summary: "End all sessions of a user",
      change: async (tx, change) => {
        await endAllSessions(users, tx, change);
      },
    }),
  ];
}

const path = `${consolePath}/users`;

const ListQuery = strictObject({
  ...pageQuery,
  who: Type.Optional(Type.Enum(["operators", "all"], { description: "Defaults to all users." })),
});

function listUsersRoute({ database }: UsersConsole): Route {
  return consoleList(`GET ${path}`, {
    operationId: "listUsers",
    summary: "List users",
    access: { permission: "users.read" },
    query: ListQuery,
    response: {
      description: "A page of users, newest first.",
      schema: named(
        "ConsoleUsers",
        Type.Object({ users: Type.Array(UserSchema), pagination: PaginationSchema }),
      ),
    },
    list: {
      session: database,
      rows: userList,
      filters: ({ query }) => ({ operatorsOnly: query.who === "operators" }),
      name: "users",
      present: (users) => users.map(presentUser),
    },
  });
}

const RoleBody = strictObject({
  operator_role: Type.Union([OperatorRoleSchema, Type.Null()], {
    description: "Null removes the operator role.",
  }),
});

function roleRoute(users: UsersConsole): Route {
  return consoleCommand(`PUT ${path}/{user_id}/role`, {
    operationId: "changeOperatorRole",
    summary: "Change the operator role of a user",
    description: "Not your own role, and not the last admin's. Takes effect with the user's next request.",
    access: { permission: "users.write", confirmation: "always" },
    body: { schema: RoleBody },
    response: { status: 204, description: "The role was changed." },
    refusals: ["conflict"],
    handle: async (request) => {
      const { operator_role } = request.body;
      const operatorRole = operator_role ?? undefined;
      await users.database.transaction((tx) =>
        changeOperatorRole(users, tx, { ...changeOf(request), operatorRole }),
      );
    },
  });
}

interface UserChange {
  readonly verb: "disable" | "enable" | "end-sessions";
  readonly summary: string;
  readonly access?: ConsoleAccess;
  readonly change: (
    tx: Transaction,
    change: { readonly userId: UserId; readonly cause: Cause },
  ) => Promise<void>;
}

const operationIds = {
  disable: "disableUser",
  enable: "enableUser",
  "end-sessions": "endSessionsOfUser",
} as const;

function changeRoute(
  { database }: UsersConsole,
  { verb, summary, access = { permission: "users.write", isSensitive: true }, change }: UserChange,
): Route {
  return consoleCommand(`POST ${path}/{user_id}/${verb}`, {
    operationId: operationIds[verb],
    summary,
    access,
    response: { status: 204, description: "Done." },
    refusals: ["conflict"],
    handle: async (request) => {
      await database.transaction((tx) => change(tx, changeOf(request)));
    },
  });
}

function changeOf(request: ApiRequest): { readonly userId: UserId; readonly cause: Cause } {
  return { userId: userIdOf(request), cause: causeOf(request) };
}

export function userIdOf({ params }: ApiRequest): UserId {
  const id = parseId<"user">(params["user_id"] ?? "");
  assert(id !== undefined, "the path is validated");
  return id;
}
