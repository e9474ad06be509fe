import Type, { type Static } from "typebox";
import type { Transaction } from "../../db/database.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { type ApiRequest, bodyOf, causeOf, queryOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { Cause } from "../../kernel/cause.ts";
import { type PersonId, parseId } from "../../kernel/id.ts";
import { formatInstant } from "../../kernel/instant.ts";
import {
  changeOperatorRole,
  disablePerson,
  enablePerson,
  endAllSessions,
  type ListedPerson,
  listPeople,
} from "../../people/index.ts";
import { consolePath, consoleTag } from "../console-tag.ts";
import type { PeopleConsole } from "./people-console.ts";
import { formatOptional, nullableDateTime, OperatorRoleSchema } from "./schemas.ts";

/** Those who may use the console, for those who run the service. */
export function operatorRoutes(people: PeopleConsole): readonly Route[] {
  return [
    listRoute(people),
    roleRoute(people),
    changeRoute(people, {
      verb: "disable",
      summary: "Shut somebody out, at once",
      change: (tx, change) => disablePerson(people, tx, change),
    }),
    changeRoute(people, {
      verb: "enable",
      summary: "Let somebody in again",
      change: (tx, change) => enablePerson(people, tx, change),
    }),
    changeRoute(people, {
      verb: "end-sessions",
      summary: "Sign somebody out everywhere",
      change: async (tx, change) => {
        await endAllSessions(people, tx, change);
      },
    }),
  ];
}

const path = `${consolePath}/people`;

const PersonSchema = named(
  "ConsolePerson",
  Type.Object({
    person_id: IdSchema,
    email: Type.String(),
    name: Type.String(),
    operator_role: nullableString({ description: "Null for whoever does not run the service." }),
    tenants: Type.Integer({ description: "Of how many tenants the person is a member." }),
    has_second_factor: Type.Boolean(),
    created_at: DateTimeSchema,
    last_seen_at: nullableDateTime("Null when it is long ago."),
    disabled_at: nullableDateTime("Null for whoever may come in."),
  }),
);

const ListQuery = strictObject({
  ...pageQuery,
  who: Type.Optional(
    Type.Enum(["operators", "everybody"], { description: "Everybody, unless it says `operators`." }),
  ),
});

function listRoute({ database }: PeopleConsole): Route {
  return {
    method: "GET",
    path,
    operationId: "listPeople",
    tag: consoleTag,
    summary: "Who may use the console",
    access: { permission: "people.read" },
    query: ListQuery,
    answers: {
      200: {
        description: "A page of them, newest first.",
        schema: named(
          "ConsolePeople",
          Type.Object({ people: Type.Array(PersonSchema), pagination: PaginationSchema }),
        ),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { who } = queryOf(ListQuery, request);
        const options = { operatorsOnly: who === "operators" };
        const { items, pagination } = await listPeople(database, options, request.page());
        return { status: 200, body: { people: items.map(presentPerson), pagination } };
      },
    },
  };
}

function presentPerson(person: ListedPerson): Static<typeof PersonSchema> {
  return {
    person_id: person.id,
    email: person.email,
    name: person.name,
    operator_role: person.operatorRole ?? null,
    tenants: person.tenants,
    has_second_factor: person.hasSecondFactor,
    created_at: formatInstant(person.createdAt),
    last_seen_at: formatOptional(person.lastSeenAt),
    disabled_at: formatOptional(person.disabledAt),
  };
}

const RoleBody = strictObject({
  operator_role: Type.Union([OperatorRoleSchema, Type.Null()], {
    description: "Null takes the person out of those who run the service.",
  }),
});

function roleRoute(people: PeopleConsole): Route {
  return {
    method: "PUT",
    path: `${path}/{person_id}/role`,
    operationId: "changeOperatorRole",
    tag: consoleTag,
    summary: "Change somebody's role",
    description: "Never one's own, and never the last admin's. It counts from the person's next request.",
    access: { permission: "people.write", isSensitive: true },
    body: { schema: RoleBody },
    answers: { 204: { description: "It is so now." } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        const { operator_role } = bodyOf(RoleBody, request);
        const operatorRole = operator_role ?? undefined;
        await people.database.transaction((tx) =>
          changeOperatorRole(people, tx, { ...changeOf(request), operatorRole }),
        );
        return { status: 204 };
      },
    },
  };
}

interface PersonChange {
  readonly verb: "disable" | "enable" | "end-sessions";
  readonly summary: string;
  readonly change: (
    tx: Transaction,
    change: { readonly personId: PersonId; readonly cause: Cause },
  ) => Promise<void>;
}

const operationIds = {
  disable: "disablePerson",
  enable: "enablePerson",
  "end-sessions": "endSessionsOfPerson",
} as const;

function changeRoute({ database }: PeopleConsole, { verb, summary, change }: PersonChange): Route {
  return {
    method: "POST",
    path: `${path}/{person_id}/${verb}`,
    operationId: operationIds[verb],
    tag: consoleTag,
    summary,
    access: { permission: "people.write", isSensitive: true },
    answers: { 204: { description: "It is so now." } },
    refusals: ["conflict"],
    work: {
      kind: "command",
      handle: async (request) => {
        await database.transaction((tx) => change(tx, changeOf(request)));
        return { status: 204 };
      },
    },
  };
}

function changeOf(request: ApiRequest): { readonly personId: PersonId; readonly cause: Cause } {
  return { personId: personIdOf(request), cause: causeOf(request) };
}

export function personIdOf({ params }: ApiRequest): PersonId {
  const id = parseId<"person">(params["person_id"] ?? "");
  assert(id !== undefined, "the path was looked at");
  return id;
}
