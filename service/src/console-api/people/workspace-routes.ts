import Type from "typebox";
import { findTenantNames, searchManagingAccounts } from "../../accounts/index.ts";
import { principalOf, queryOf, type Route, visitorOf } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { PersonId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findPerson, listMemberships, rightsIn } from "../../people/index.ts";
import { consolePath, consoleTag, workspacePath } from "../console-tag.ts";
import type { PeopleConsole } from "./people-console.ts";

/** The tenants that somebody may enter, and what they may do there. */
export function workspaceRoutes(people: PeopleConsole): readonly Route[] {
  return [listRoute(people), showRoute(people)];
}

const maxListed = 50;
const maxQueryLength = 100;

const ListQuery = strictObject({
  query: Type.Optional(
    Type.String({ maxLength: maxQueryLength, description: "A part of a name, or the beginning of an id." }),
  ),
});

const ListedSchema = Type.Object({
  tenant_id: IdSchema,
  name: Type.String(),
  self_attested: Type.Boolean(),
  role: nullableString({ description: "As a member; null for whoever comes in as an operator." }),
});

function listRoute(people: PeopleConsole): Route {
  return {
    method: "GET",
    path: `${consolePath}/workspaces`,
    operationId: "listWorkspaces",
    tag: consoleTag,
    summary: "The tenants that you may enter",
    access: { permission: "self" },
    query: ListQuery,
    answers: {
      200: {
        description: `${maxListed} at most; for an operator the newest, for a member by name.`,
        schema: named(
          "ConsoleWorkspaces",
          Type.Object({ workspaces: Type.Array(ListedSchema), is_complete: Type.Boolean() }),
        ),
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { query = "" } = queryOf(ListQuery, request);
        const { personId } = visitorOf(request);
        const found = await listWorkspaces(people, personId, query.trim());
        const workspaces = found.slice(0, maxListed);
        return { status: 200, body: { workspaces, is_complete: found.length <= maxListed } };
      },
    },
  };
}

async function listWorkspaces({ database }: PeopleConsole, personId: PersonId, query: string) {
  const memberships = await listMemberships(database, personId);
  const person = await findPerson(database, personId);
  if (person?.operatorRole === undefined) {
    return memberships
      .filter(({ tenantId, name }) => isMatch({ tenantId, name }, query))
      .map(({ tenantId, name, selfAttested, role }) => ({
        tenant_id: tenantId,
        name,
        self_attested: selfAttested,
        role,
      }));
  }
  const roles = new Map(memberships.map(({ tenantId, role }) => [String(tenantId), role]));
  const { items } = await searchManagingAccounts(database, query, firstPage);
  return items.map(({ id, name, selfAttested }) => ({
    tenant_id: id,
    name,
    self_attested: selfAttested,
    role: roles.get(id) ?? null,
  }));
}

function isMatch(
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
  query: string,
): boolean {
  return tenantId.startsWith(query.toUpperCase()) || name.toLowerCase().includes(query.toLowerCase());
}

/** One more than is shown, to know whether there are more. Nobody turns pages here: they type. */
const firstPage = {
  size: maxListed + 1,
  direction: "after",
  position: undefined,
  cursorAt: (position: string) => position,
  positionOf: () => undefined,
} as const;

const WorkspaceSchema = named(
  "ConsoleWorkspace",
  Type.Object({
    tenant_id: IdSchema,
    name: Type.String(),
    network: Type.Enum(["testnet", "mainnet"]),
    self_attested: Type.Boolean(),
    permissions: Type.Array(Type.String(), { description: "What you may do here." }),
  }),
);

function showRoute({ database }: PeopleConsole): Route {
  return {
    method: "GET",
    path: workspacePath,
    operationId: "getWorkspace",
    tag: consoleTag,
    summary: "One tenant in one network",
    access: { permission: "workspace.read" },
    answers: { 200: { description: "The workspace.", schema: WorkspaceSchema } },
    work: {
      kind: "read",
      handle: async (request) => {
        const { tenantId, network } = principalOf(request);
        const { personId } = visitorOf(request);
        const [tenant] = await findTenantNames(database, [tenantId]);
        if (tenant === undefined) throw new RefusalError(refuse("not_found", "there is no such workspace"));
        const person = await findPerson(database, personId);
        const memberships = await listMemberships(database, personId);
        const roles = new Map(memberships.map((membership) => [membership.tenantId, membership.role]));
        const rights = rightsIn(
          { operatorRole: person?.operatorRole, memberships: roles },
          tenantId,
          network,
        );
        assert(rights !== undefined, "whoever was let in has rights");
        const { name, selfAttested } = tenant;
        return {
          status: 200,
          body: {
            tenant_id: tenantId,
            name,
            network,
            self_attested: selfAttested,
            permissions: [...rights],
          },
        };
      },
    },
  };
}
