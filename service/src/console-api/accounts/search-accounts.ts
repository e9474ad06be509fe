import Type from "typebox";
import { accountSearch, accountStatuses, type FoundAccount, searchText } from "../../accounts/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { present } from "../../http/present.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../../http/schemas.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, workspacePath } from "../console-route.ts";
import { type Audience, audienceOf } from "./audience.ts";

const maxSearchLength = 100;

const SearchQuery = strictObject({
  ...pageQuery,
  search: Type.Optional(
    Type.String({ maxLength: maxSearchLength, description: "Part of a name, or an id prefix." }),
  ),
  status: Type.Optional(Type.Enum([...accountStatuses])),
});

const FoundSchema = named(
  "ConsoleFoundAccount",
  Type.Object({
    id: IdSchema,
    kind: Type.Enum(["managing", "managed"]),
    name: Type.String(),
    business_name: nullableString(),
    status: Type.Enum([...accountStatuses]),
    stage: nullableString({ description: "State of the review; operators only." }),
    created: DateTimeSchema,
  }),
);

const FoundListSchema = named(
  "ConsoleFoundAccounts",
  Type.Object({ accounts: Type.Array(FoundSchema), pagination: PaginationSchema }),
);

export function searchAccountsRoute({ database }: Pick<ConsoleDeps, "database">): Route {
  return consoleList(`GET ${workspacePath}/account-records`, {
    operationId: "searchAccounts",
    summary: "Search accounts",
    description: "Newest first; the workspace's own account is the oldest.",
    access: { permission: "workspace.read" },
    query: SearchQuery,
    response: { description: "A page of accounts.", schema: FoundListSchema },
    list: {
      session: database,
      rows: accountSearch,
      filters: (request) => {
        const { tenantId, network } = principalOf(request);
        const { search, status } = request.query;
        return { tenantId, network, status, search: searchText(search) };
      },
      name: "accounts",
      status: "status",
      present: async (accounts, request) => {
        const audience = await audienceOf(database, request);
        return accounts.map((found) => presentFound(found, audience));
      },
    },
  });
}

function presentFound(found: FoundAccount, audience: Audience) {
  const stage = audience === "members" ? undefined : found.stage;
  return present(FoundSchema, { ...found, stage, created: found.createdAt });
}
