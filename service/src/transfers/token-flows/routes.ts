import type { TSchema } from "typebox";
import { pageQuery, pageResponse } from "../../http/paging.ts";
import {
  type ApiRequest,
  accountIn,
  principalOf,
  type Route,
  readRoute,
  type TypedRequest,
} from "../../http/route.ts";
import { strictObject } from "../../http/schemas.ts";
import type { CreateTransfersDeps } from "../accept-transfers.ts";
import { createMany, inquireMemo } from "../create-route.ts";
import { readTransferFilters, transferFilterQuery } from "../list-filters.ts";
import { getTransfer, listTransfers, type ReadTransfersDeps } from "../read-transfers.ts";
import type { RequireMemoDeps } from "../require-memo.ts";
import { type TokenResource, tokenResources, tokenTypeOf } from "../transfer.ts";
import { transactionExample } from "./token-examples.ts";
import { type TokenApiResource, tokenApiResources } from "./token-resources.ts";
import { presentTokenTransaction, presentTokenTransfer, TransactionSchema } from "./token-response.ts";

const tokenFlowTag = {
  name: "Token transfers",
  description: "Transfers, mints and burns of attested tokens of tokenization accounts.",
};

const ListQuery = strictObject({ ...transferFilterQuery, ...pageQuery });
const filtersDescription = "Filters match exactly and are combined with AND.";

/** Transfers, mints and burns of attested tokens. */
export function tokenFlowRoutes(
  deps: CreateTransfersDeps & ReadTransfersDeps & RequireMemoDeps,
): readonly Route[] {
  const ofResources = tokenApiResources.flatMap((resource) => [
    createRoute(deps, resource),
    listRoute(deps, resource),
    getRoute(deps, resource),
  ]);
  return [...ofResources, transactionsRoute(deps)];
}

function createRoute(deps: CreateTransfersDeps & RequireMemoDeps, api: TokenApiResource): Route {
  const { resource, plural, name } = api;
  const kind = tokenTypeOf[resource];
  return {
    method: "POST",
    path: `/accounts/{account_id}/tokens/${plural}`,
    operationId: `create${name}`,
    tag: tokenFlowTag,
    summary: `Create a token ${kind}`,
    description: `${api.description} Events: \`token.${kind}.created\`, then \`token.${kind}.completed\` or \`token.${kind}.failed\`.`,
    access: { scope: api.scope },
    body: { schema: api.request, example: api.examples.request },
    responses: {
      201: {
        description: `The ${kind}, \`pending\`.`,
        schema: api.whole,
        example: api.examples.created,
        headers: { location: `URL of the ${kind}.` },
      },
    },
    refusals: [
      "not_found",
      "not_a_tokenization_account",
      "network_not_supported",
      "address_not_found",
      "address_not_allowed",
      "unprocessable",
      "limit_exceeded",
      ...(kind === "mint" ? [] : ["insufficient_balance" as const]),
    ],
    work: {
      kind: "batch",
      inquire: (request) => inquireMemo(deps, request, api.read),
      handle: createMany(deps, {
        read: api.read,
        responseOf: ({ transfer }) => ({
          status: 201,
          body: presentTokenTransfer(transfer),
          headers: { location: `/accounts/${transfer.accountId}/tokens/${plural}/${transfer.id}` },
        }),
      }),
    },
  };
}

function listRoute(deps: ReadTransfersDeps, { resource, plural, name, ...api }: TokenApiResource): Route {
  return readRoute(`GET /accounts/{account_id}/tokens/${plural}`, {
    operationId: `list${name}s`,
    tag: tokenFlowTag,
    summary: `List token ${plural}`,
    description: `Returns the account's ${plural}, newest first. ${filtersDescription}`,
    access: { scope: "self_attested_tokens:read" },
    query: ListQuery,
    response: pageResponse({
      description: `A page of ${plural}.`,
      name: `${name}List`,
      member: plural,
      items: api.whole,
      example: api.examples.whole,
    }),
    refusals: ["not_found", "network_not_supported"],
    handle: async (request) => {
      const { items, pagination, around } = await listTransfers(deps, listOf(request, [resource]));
      const shown = items.map((transfer) => presentTokenTransfer(transfer, around.progress));
      return { status: 200, body: { [plural]: shown, pagination } };
    },
  });
}

function getRoute(deps: ReadTransfersDeps, { resource, plural, name, ...api }: TokenApiResource): Route {
  const kind = tokenTypeOf[resource];
  return readRoute(`GET /accounts/{account_id}/tokens/${plural}/{${kind}_id}`, {
    operationId: `get${name}`,
    tag: tokenFlowTag,
    summary: `Get a token ${kind}`,
    description: "Includes the id of each blockchain transaction once it is signed.",
    access: { scope: "self_attested_tokens:read" },
    response: { description: `The ${kind}.`, schema: api.whole, example: api.examples.whole },
    refusals: ["not_found"],
    handle: async (request) => {
      const id = request.params[`${kind}_id`] ?? "";
      const { transfer, around } = await getTransfer(deps, { ...accountOf(request), resource, id });
      return { status: 200, body: presentTokenTransfer(transfer, around.progress) };
    },
  });
}

function transactionsRoute(deps: ReadTransfersDeps): Route {
  return readRoute("GET /accounts/{account_id}/tokens/transactions", {
    operationId: "listTokenTransactions",
    tag: tokenFlowTag,
    summary: "List token transactions",
    description:
      "Returns the account's transfers, mints and burns in one list, newest first; `type` distinguishes them. " +
      filtersDescription,
    access: { scope: "self_attested_tokens:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of transactions.",
      name: "TokenTransactionList",
      member: "transactions",
      items: TransactionSchema,
      example: transactionExample,
    }),
    refusals: ["not_found", "network_not_supported"],
    handle: async (request) => {
      const { items, pagination, around } = await listTransfers(deps, listOf(request, tokenResources));
      const transactions = items.map((transfer) => presentTokenTransaction(transfer, around.progress));
      return { status: 200, body: { transactions, pagination } };
    },
  });
}

function listOf(request: TypedRequest<TSchema, typeof ListQuery>, resources: readonly TokenResource[]) {
  const account = accountOf(request);
  const filters = { ...readTransferFilters(request.query, account.principal.network), resources };
  return { ...account, filters, page: request.page() };
}

function accountOf(request: ApiRequest) {
  return { principal: principalOf(request), accountId: accountIn(request) };
}
