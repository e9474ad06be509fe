import Type, { type Static } from "typebox";
import type { Database } from "../db/database.ts";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import { principalOf, queryOf, type Route } from "../http/route.ts";
import { DateTimeSchema, IdSchema, named, nullableString, strictObject } from "../http/schemas.ts";
import { formatInstant } from "../kernel/instant.ts";
import { type Account, accountStatuses } from "./account.ts";
import { listVisibleAccounts } from "./list-accounts.ts";
import { requireVisibleAccount } from "./visible-account.ts";

export interface AccountRouteDeps {
  readonly database: Database;
}

export function accountRoutes(deps: AccountRouteDeps): readonly Route[] {
  return [listAccounts(deps), getAccount(deps)];
}

const tag = {
  name: "Accounts",
  description: "Customers: your own account and the accounts that it manages.",
};

const AccountSchema = named(
  "Account",
  Type.Object(
    {
      id: IdSchema,
      name: Type.String({ description: "What you call it." }),
      status: Type.Enum([...accountStatuses], {
        description: "`pending` while the business is under review, then `complete` or `rejected`.",
      }),
      created: DateTimeSchema,
      updated: DateTimeSchema,
      business_name: nullableString({ description: "The name in law." }),
      kind: Type.Enum(["managing", "managed"], {
        description: "A managing account also covers the accounts that it manages.",
      }),
      managing_account_id: nullableString({ description: "Null for a managing account." }),
      self_attested: Type.Boolean({ description: "True for a tokenization account." }),
    },
    { description: "A customer." },
  ),
);

const exampleId = "01JD7Q2M8W3T5V6X9YZABCDEFG";
const exampleAccount: Static<typeof AccountSchema> = {
  id: exampleId,
  name: "Acme Treasury",
  status: "complete",
  created: "2026-11-15T10:51:12.000Z",
  updated: "2026-11-15T10:51:12.000Z",
  business_name: "Acme Incorporated",
  kind: "managing",
  managing_account_id: null,
  self_attested: false,
};

const ListQuery = strictObject({
  ...pageQuery,
  expand: Type.Optional(
    Type.Boolean({ default: false, description: "`true` gives whole accounts instead of their ids." }),
  ),
});

const AccountListSchema = named(
  "AccountList",
  Type.Object({
    accounts: Type.Array(Type.Union([IdSchema, AccountSchema]), {
      description: "Ids, or whole accounts with `expand=true`.",
    }),
    pagination: PaginationSchema,
  }),
);

function listAccounts({ database }: AccountRouteDeps): Route {
  return {
    method: "GET",
    path: "/accounts",
    operationId: "listAccounts",
    tag,
    summary: "List accounts",
    description:
      "The application's own account first, then the accounts that it manages, newest first. " +
      "Testnet and mainnet applications of one account see the same accounts.",
    access: { scope: "accounts:read" },
    query: ListQuery,
    answers: {
      200: {
        description: "A page of accounts.",
        schema: AccountListSchema,
        example: { accounts: [exampleId], pagination: { page_size: 25, next: null, prev: null } },
      },
    },
    work: {
      kind: "read",
      handle: async (request) => {
        const { expand = false } = queryOf(ListQuery, request);
        const page = await listVisibleAccounts(database, principalOf(request), request.page());
        const accounts = page.items.map((account) => (expand ? presentAccount(account) : account.id));
        return { status: 200, body: { accounts, pagination: page.pagination } };
      },
    },
  };
}

function getAccount({ database }: AccountRouteDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}",
    operationId: "getAccount",
    tag,
    summary: "Get an account",
    description: "The application's own account, or one that it manages. Any other id is not found.",
    access: { scope: "accounts:read" },
    answers: { 200: { description: "The account.", schema: AccountSchema, example: exampleAccount } },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const accountId = request.params["account_id"] ?? "";
        const account = await requireVisibleAccount(database, principalOf(request), accountId);
        return { status: 200, body: presentAccount(account) };
      },
    },
  };
}

/** No EIN, SSN or birth date ever leaves the service: they are not even loaded here. */
function presentAccount(account: Account): Static<typeof AccountSchema> {
  return {
    id: account.id,
    name: account.name,
    status: account.status,
    created: formatInstant(account.createdAt),
    updated: formatInstant(account.updatedAt),
    business_name: account.businessName ?? null,
    kind: account.kind,
    managing_account_id: account.kind === "managed" ? account.managingAccountId : null,
    self_attested: account.selfAttested,
  };
}
