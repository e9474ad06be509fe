import Type, { type TSchema } from "typebox";
import type { ChainWork } from "../../chains/engine/chain-work.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { named, strictObject } from "../../http/schemas.ts";
import type { CreateMovementsDeps } from "./create-movements.ts";
import { createRoute } from "./create-route.ts";
import { getMovement, listMovements, type ReadMovementsDeps } from "./list-movements.ts";
import { transactionExample } from "./movement-examples.ts";
import { presentMovement, presentTransaction, TransactionSchema } from "./movement-response.ts";
import { movementTag } from "./movement-tag.ts";
import { type MovementResource, movementResources } from "./resource.ts";

export type MovementRouteDeps = CreateMovementsDeps & ReadMovementsDeps & { readonly chainWork: ChainWork };

export function movementRoutes(deps: MovementRouteDeps): readonly Route[] {
  const ofKinds = movementResources.flatMap((resource) => [
    createRoute(deps, resource),
    listRoute(deps, resource),
    getRoute(deps, resource),
  ]);
  return [...ofKinds, transactionsRoute(deps)];
}

const ListQuery = strictObject(pageQuery);
const examplePagination = { page_size: 25, next: null, prev: null };

function listRoute(deps: ReadMovementsDeps, resource: MovementResource): Route {
  const { kind, plural, name } = resource;
  return {
    method: "GET",
    path: `/accounts/{account_id}/tokens/${plural}`,
    operationId: `list${name}s`,
    tag: movementTag,
    summary: `List token ${plural}`,
    description: `Returns the account's ${plural}, newest first.`,
    access: { scope: "self_attested_tokens:read" },
    query: ListQuery,
    responses: {
      200: {
        description: `A page of ${plural}.`,
        schema: listOf(`${name}List`, plural, resource.whole),
        example: { [plural]: [resource.examples.whole], pagination: examplePagination },
      },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, pagination, progress } = await listMovements(deps, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          kind,
          page: request.page(),
        });
        const shown = items.map((movement) => presentMovement(movement, progress));
        return { status: 200, body: { [plural]: shown, pagination } };
      },
    },
  };
}

function getRoute(deps: ReadMovementsDeps, resource: MovementResource): Route {
  const { kind, plural, name } = resource;
  return {
    method: "GET",
    path: `/accounts/{account_id}/tokens/${plural}/{${kind}_id}`,
    operationId: `get${name}`,
    tag: movementTag,
    summary: `Get a token ${kind}`,
    description: "Includes the id of each blockchain transaction once it is signed.",
    access: { scope: "self_attested_tokens:read" },
    responses: {
      200: { description: `The ${kind}.`, schema: resource.whole, example: resource.examples.whole },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { movement, progress } = await getMovement(deps, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          kind,
          id: request.params[`${kind}_id`] ?? "",
        });
        return { status: 200, body: presentMovement(movement, progress) };
      },
    },
  };
}

function transactionsRoute(deps: ReadMovementsDeps): Route {
  return {
    method: "GET",
    path: "/accounts/{account_id}/tokens/transactions",
    operationId: "listTokenTransactions",
    tag: movementTag,
    summary: "List token transactions",
    description:
      "Returns the account's transfers, mints and burns in one list, newest first; `type` distinguishes them.",
    access: { scope: "self_attested_tokens:read" },
    query: ListQuery,
    responses: {
      200: {
        description: "A page of transactions.",
        schema: listOf("TokenTransactionList", "transactions", TransactionSchema),
        example: { transactions: [transactionExample], pagination: examplePagination },
      },
    },
    refusals: ["not_found"],
    work: {
      kind: "read",
      handle: async (request) => {
        const { items, pagination, progress } = await listMovements(deps, {
          principal: principalOf(request),
          accountId: request.params["account_id"] ?? "",
          kind: undefined,
          page: request.page(),
        });
        const transactions = items.map((movement) => presentTransaction(movement, progress));
        return { status: 200, body: { transactions, pagination } };
      },
    },
  };
}

function listOf(name: string, plural: string, item: TSchema): TSchema {
  return named(name, Type.Object({ [plural]: Type.Array(item), pagination: PaginationSchema }));
}
