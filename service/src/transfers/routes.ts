import Type from "typebox";
import { pageQuery, pageResponse } from "../http/paging.ts";
import {
  type ApiRequest,
  accountIn,
  causeOf,
  principalOf,
  type Route,
  readRoute,
  writeRoute,
} from "../http/route.ts";
import { IdSchema, strictObject } from "../http/schemas.ts";
import { transferTag } from "../http/tags.ts";
import type { CreateTransfersDeps } from "./accept-transfers.ts";
import { type CancelTransferDeps, cancelTransfer } from "./cancel-transfer.ts";
import { createTransferRoute } from "./create-route.ts";
import { readTransferFilters, transferFilterQuery } from "./list-filters.ts";
import { type QuoteDeps, quoteRoute } from "./quote-route.ts";
import { getTransfer, listTransfers, lookAround, type ReadTransfersDeps } from "./read-transfers.ts";
import { supportedRoutesRoute } from "./supported-routes.ts";
import { transferExample } from "./transfer-examples.ts";
import { presentTransfer, TransferSchema } from "./transfer-response.ts";

export type TransferRouteDeps = CreateTransfersDeps & CancelTransferDeps & ReadTransfersDeps & QuoteDeps;

export function transferRoutes(deps: TransferRouteDeps): readonly Route[] {
  return [
    supportedRoutesRoute(deps),
    createTransferRoute(deps),
    quoteRoute(deps),
    listRoute(deps),
    getRoute(deps),
    cancelRoute(deps),
  ];
}

const ListQuery = strictObject({
  ...transferFilterQuery,
  automation_id: Type.Optional(IdSchema),
  ...pageQuery,
});

function listRoute(deps: ReadTransfersDeps): Route {
  return readRoute("GET /accounts/{account_id}/transfers", {
    operationId: "listTransfers",
    tag: transferTag,
    summary: "List transfers",
    description:
      "Returns the account's transfers, newest first. Filters match exactly and are combined with AND.",
    access: { scope: "transfers:read" },
    query: ListQuery,
    response: pageResponse({
      description: "A page of transfers.",
      name: "TransferList",
      member: "transfers",
      items: TransferSchema,
      example: transferExample,
    }),
    refusals: ["not_found", "network_not_supported"],
    handle: async (request) => {
      const principal = principalOf(request);
      const { items, pagination, around } = await listTransfers(deps, {
        principal,
        accountId: accountIn(request),
        filters: { ...readTransferFilters(request.query, principal.network), resources: ["transfer"] },
        page: request.page(),
      });
      const transfers = items.map((transfer) => presentTransfer(transfer, around));
      return { status: 200, body: { transfers, pagination } };
    },
  });
}

function getRoute(deps: ReadTransfersDeps): Route {
  return readRoute("GET /accounts/{account_id}/transfers/{transfer_id}", {
    operationId: "getTransfer",
    tag: transferTag,
    summary: "Get a transfer",
    description: "Returns a transfer with its current bank and blockchain details.",
    access: { scope: "transfers:read" },
    response: { description: "The transfer.", schema: TransferSchema, example: transferExample },
    refusals: ["not_found"],
    handle: async (request) => {
      const { transfer, around } = await getTransfer(deps, nameIn(request));
      return { status: 200, body: presentTransfer(transfer, around) };
    },
  });
}

function cancelRoute(deps: CancelTransferDeps & ReadTransfersDeps): Route {
  return writeRoute("POST /accounts/{account_id}/transfers/{transfer_id}/cancel", {
    operationId: "cancelTransfer",
    tag: transferTag,
    summary: "Cancel a transfer",
    description:
      "Cancels a transfer that is `pending` and has not been sent to a rail or a chain, for example a wire that has " +
      "not arrived or a debit that is not in a file yet. Otherwise returns 409.",
    access: { scope: "transfers:write" },
    response: {
      description: "The canceled transfer.",
      schema: TransferSchema,
      example: { ...transferExample, status: "canceled" },
    },
    refusals: ["not_found", "conflict"],
    handle: async (tx, request) => {
      const transfer = await cancelTransfer(deps, tx, { ...nameIn(request), cause: causeOf(request) });
      const related = await lookAround({ ...deps, database: tx }, transfer, [transfer]);
      return { status: 200, body: presentTransfer(transfer, related) };
    },
  });
}

function nameIn(request: ApiRequest) {
  return {
    principal: principalOf(request),
    accountId: accountIn(request),
    id: request.params["transfer_id"] ?? "",
  };
}
