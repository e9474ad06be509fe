import Type from "typebox";
import { findTenantNames, managingAccountSearch, searchText } from "../../accounts/index.ts";
import { principalOf, sessionUserOf } from "../../http/route.ts";
import { IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import { assert } from "../../kernel/assert.ts";
import type { UserId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { findUser, listMemberships, rightsIn } from "../../users/index.ts";
import { consolePath, endpoints, readEndpoint, workspacePath } from "../console-route.ts";
import type { UsersConsole } from "./users-console.ts";

const maxItems = 50;
const maxQueryLength = 100;

const ListQuery = strictObject({
  query: Type.Optional(
    Type.String({ maxLength: maxQueryLength, description: "Part of a name, or an id prefix." }),
  ),
});

const WorkspaceListSchema = Type.Object({
  tenant_id: IdSchema,
  name: Type.String(),
  self_attested: Type.Boolean(),
  role: nullableString({ description: "Member role; null if you have access as an operator." }),
});

const WorkspaceSchema = named(
  "ConsoleWorkspace",
  Type.Object({
    tenant_id: IdSchema,
    name: Type.String(),
    network: Type.Enum(["testnet", "mainnet"]),
    self_attested: Type.Boolean(),
    permissions: Type.Array(Type.String(), { description: "Your permissions in this workspace." }),
  }),
);

/** The tenants a user can access, with their permissions. */
export const workspaceRoutes = endpoints<UsersConsole>([
  readEndpoint(`GET ${consolePath}/workspaces`, {
    operationId: "listWorkspaces",
    summary: "List your tenants",
    access: { permission: "self" },
    query: ListQuery,
    response: {
      description: `At most ${maxItems}; for operators the newest, for members by name.`,
      schema: named(
        "ConsoleWorkspaces",
        Type.Object({ workspaces: Type.Array(WorkspaceListSchema), is_complete: Type.Boolean() }),
      ),
    },
    handle: async (request, users) => {
      const { query = "" } = request.query;
      const { userId } = sessionUserOf(request);
      const found = await listWorkspaces(users, userId, query.trim());
      const workspaces = found.slice(0, maxItems);
      return { workspaces, is_complete: found.length <= maxItems };
    },
  }),
  readEndpoint(`GET ${workspacePath}`, {
    operationId: "getWorkspace",
    summary: "Get a workspace",
    access: { permission: "workspace.read" },
    response: { description: "The workspace.", schema: WorkspaceSchema },
    handle: async (request, { database }) => {
      const { tenantId, network } = principalOf(request);
      const { userId } = sessionUserOf(request);
      const [tenant] = await findTenantNames(database, [tenantId]);
      if (tenant === undefined)
        throw new RefusalError(refuse("not_found", "there is no workspace with this id"));
      const user = await findUser(database, { id: userId });
      const memberships = await listMemberships(database, userId);
      const roles = new Map(memberships.map((membership) => [membership.tenantId, membership.role]));
      const rights = rightsIn({ operatorRole: user?.operatorRole, memberships: roles }, tenantId, network);
      assert(rights !== undefined, "an authorized user has permissions");
      const { name, selfAttested } = tenant;
      return {
        tenant_id: tenantId,
        name,
        network,
        self_attested: selfAttested,
        permissions: [...rights],
      };
    },
  }),
]);

async function listWorkspaces({ database }: UsersConsole, userId: UserId, query: string) {
  const memberships = await listMemberships(database, userId);
  const user = await findUser(database, { id: userId });
  if (user?.operatorRole === undefined) {
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
  // One more than shown, to know whether there are more. No paging: users type to narrow the list.
  const search = searchText(query);
  const { items } = await managingAccountSearch.read(database, { search }, { limit: maxItems + 1 });
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
