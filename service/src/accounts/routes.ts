import Type from "typebox";
import type { Database } from "../db/database.ts";
import { PaginationSchema, pageQuery } from "../http/paging.ts";
import {
  accountCallOf,
  accountIn,
  causeOf,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../http/route.ts";
import { IdSchema, named, strictObject } from "../http/schemas.ts";
import { AccountChangeSchema, NewAccountSchema } from "./account-request.ts";
import {
  AccountSchema,
  CreatedAccountSchema,
  exampleAccount,
  exampleCreated,
  presentAccount,
  presentCreated,
} from "./account-response.ts";
import { type CreateManagedAccountDeps, createManagedAccount } from "./create-managed-account.ts";
import { exampleRequest } from "./example-request.ts";
import { listVisibleAccounts } from "./list-accounts.ts";
import { type UpdateAccountDeps, updateAccount } from "./update-account.ts";
import { requireVisibleAccount } from "./visible-account.ts";

export type AccountRouteDeps = CreateManagedAccountDeps & UpdateAccountDeps & { readonly database: Database };

export function accountRoutes(deps: AccountRouteDeps): readonly Route[] {
  return [listAccounts(deps), createAccount(deps), getAccount(deps), changeAccount(deps)];
}

const tag = {
  name: "Accounts",
  description: "Your own account and the accounts that it manages.",
};

const ListQuery = strictObject({
  ...pageQuery,
  expand: Type.Optional(
    Type.Boolean({ default: false, description: "`true` returns full accounts instead of ids." }),
  ),
});

const AccountListSchema = named(
  "AccountList",
  Type.Object({
    accounts: Type.Array(Type.Union([IdSchema, AccountSchema]), {
      description: "Ids, or full accounts with `expand=true`.",
    }),
    pagination: PaginationSchema,
  }),
);

function listAccounts({ database }: Pick<AccountRouteDeps, "database">): Route {
  return readRoute("GET /accounts", {
    operationId: "listAccounts",
    tag,
    summary: "List accounts",
    description:
      "Your own account first, then the accounts that it manages in the application's network, newest first. An " +
      "account created on testnet does not exist on mainnet, and vice versa.",
    access: { scope: "accounts:read" },
    query: ListQuery,
    response: {
      description: "A page of accounts.",
      schema: AccountListSchema,
      example: { accounts: [exampleAccount.id], pagination: { page_size: 25, next: null, prev: null } },
    },
    handle: async (request) => {
      const { expand = false } = request.query;
      const page = await listVisibleAccounts(database, principalOf(request), request.page());
      const accounts = page.items.map((account) => (expand ? presentAccount(account) : account.id));
      return { status: 200, body: { accounts, pagination: page.pagination } };
    },
  });
}

function createAccount(deps: AccountRouteDeps): Route {
  return writeRoute("POST /accounts", {
    operationId: "createAccount",
    tag,
    summary: "Create a managed account",
    description:
      "Creates a business that your account manages, in the network of your application. It is `pending` until its " +
      "review is done; events report the progress. A request of the wrong shape gets 400, an invalid value, such as " +
      "an EIN with eight digits, 422; both list every invalid field. Well-formed but implausible values are " +
      "accepted and flagged for manual review. Business and personal data are stored encrypted and never returned. " +
      "Applications of a managed account cannot create accounts.",
    access: { scope: "accounts:write" },
    body: { schema: NewAccountSchema, example: exampleRequest },
    response: {
      status: 201,
      description: "The account, under review.",
      schema: CreatedAccountSchema,
      example: exampleCreated,
      headers: { location: "URL of the account." },
    },
    refusals: ["unprocessable", "documents_not_supported", "not_a_managing_account"],
    idempotencyKey: "required",
    sealsResponse: true,
    handle: async (tx, request) => {
      const account = await createManagedAccount(deps, tx, {
        principal: principalOf(request),
        cause: causeOf(request),
        request: request.body,
      });
      const headers = { location: `/accounts/${account.id}` };
      return { status: 201, body: presentCreated(account), headers };
    },
  });
}

function getAccount({ database }: Pick<AccountRouteDeps, "database">): Route {
  return readRoute("GET /accounts/{account_id}", {
    operationId: "getAccount",
    tag,
    summary: "Get an account",
    description: "The application's own account, or one that it manages. Any other id is not found.",
    access: { scope: "accounts:read" },
    response: { description: "The account.", schema: AccountSchema, example: exampleAccount },
    refusals: ["not_found"],
    handle: async (request) => {
      const accountId = accountIn(request);
      const account = await requireVisibleAccount(database, principalOf(request), accountId);
      return { status: 200, body: presentAccount(account) };
    },
  });
}

function changeAccount(deps: AccountRouteDeps): Route {
  return writeRoute("PATCH /accounts/{account_id}", {
    operationId: "updateAccount",
    tag,
    summary: "Update an account",
    description:
      "Renames an account or links documents to it. Any account that you manage can be renamed, whatever its " +
      "status, and is screened again under its new name. Your own account is shared by both networks and can be " +
      "renamed on mainnet only (422 on testnet). Documents can be linked only to a managed account that is " +
      "`pending`; each must have been staged by this application with `POST /documents`, and can be linked once.",
    access: { scope: "accounts:write" },
    body: { schema: AccountChangeSchema, example: { name: "Acme Payroll" } },
    response: { description: "The account.", schema: AccountSchema, example: exampleAccount },
    refusals: ["not_found", "conflict", "unprocessable", "documents_not_supported"],
    sealsResponse: true,
    handle: async (tx, request) => {
      const account = await updateAccount(deps, tx, { ...accountCallOf(request), change: request.body });
      return { status: 200, body: presentAccount(account) };
    },
  });
}
