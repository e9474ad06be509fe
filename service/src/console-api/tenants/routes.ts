import Type, { type Static } from "typebox";
import { findAccount, managingAccountSearch, searchText } from "../../accounts/index.ts";
import { createAccount } from "../../admin/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { named, nullableString, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";
import { adminFor, type ConsoleDeps } from "../console-deps.ts";
import { commandEndpoint, consoleList, consolePath, endpoints, readEndpoint } from "../console-route.ts";
import { countOf, presentTenant, presentTenants, TenantSchema } from "./tenant-response.ts";

const maxSearchLength = 100;
const maxNameLength = 255;

const ListQuery = strictObject({
  ...pageQuery,
  search: Type.Optional(
    Type.String({ maxLength: maxSearchLength, description: "Part of a name, or an id prefix." }),
  ),
});

const TenantListSchema = named(
  "ConsoleTenants",
  Type.Object({ tenants: Type.Array(TenantSchema), pagination: PaginationSchema }),
);

const NewTenantSchema = strictObject({
  name: Type.String({ minLength: 1, maxLength: maxNameLength }),
  business_name: Type.Optional(nullableString({ maxLength: maxNameLength, description: "Legal name." })),
  self_attested: Type.Boolean({ description: "True for a tokenization account." }),
});

export const tenantRoutes = endpoints<ConsoleDeps>([
  ({ database }) =>
    consoleList(`GET ${consolePath}/tenants`, {
      operationId: "listTenants",
      summary: "List managing accounts",
      access: { permission: "tenants.read" },
      query: ListQuery,
      response: { description: "A page, newest first.", schema: TenantListSchema },
      list: {
        session: database,
        rows: managingAccountSearch,
        filters: ({ query }) => ({ search: searchText(query.search) }),
        name: "tenants",
        present: (tenants) => presentTenants(database, tenants),
      },
    }),
  commandEndpoint(`POST ${consolePath}/tenants`, {
    operationId: "createTenant",
    summary: "Create a managing account",
    description: "You must have verified the business: the account is complete from the start.",
    access: { permission: "tenants.write" },
    body: { schema: NewTenantSchema },
    response: { status: 201, description: "The managing account.", schema: TenantSchema },
    handle: async (request, deps) => {
      const { name, business_name, self_attested }: Static<typeof NewTenantSchema> = request.body;
      const created = await createAccount(adminFor(deps, request), {
        name,
        selfAttested: self_attested,
        ...(business_name === undefined || business_name === null ? {} : { businessName: business_name }),
      });
      return presentTenant(created, countOf([], []));
    },
  }),
  readEndpoint(`GET ${consolePath}/tenants/{tenant_id}`, {
    operationId: "getTenant",
    summary: "Get a managing account",
    access: { permission: "tenants.read" },
    response: { description: "The managing account.", schema: TenantSchema },
    refusals: ["not_found"],
    handle: async (request, { database }) => {
      const id = request.params["tenant_id"] ?? "";
      const [tenantId, accountId] = [parseId<"tenant">(id), parseId<"account">(id)];
      const found =
        tenantId === undefined || accountId === undefined
          ? undefined
          : await findAccount(database, { tenantId, accountId });
      if (found === undefined) throw new RefusalError(refuse("not_found", "there is no tenant with this id"));
      const [tenant] = await presentTenants(database, [found]);
      return tenant;
    },
  }),
]);
