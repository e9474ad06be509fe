import Type, { type Static } from "typebox";
import { findVisibleAccounts } from "../../accounts/index.ts";
import { readTransferType, TransferTypeFilterSchema } from "../../addresses/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { readTime } from "../../http/read-time.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { readTransferSearch, shownStatuses, type Transfer, transferList } from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleList, workspacePath } from "../console-route.ts";
import { maxCounted, maxCountedRare } from "../lists/list-summary.ts";
import {
  findReversals,
  presentRow,
  type WorkspaceTransfer,
  WorkspaceTransferSchema,
} from "./transfer-row-response.ts";
import { transferCells, transferColumns } from "./transfers-csv.ts";

const Query = strictObject({
  status: Type.Optional(
    Type.Enum([...shownStatuses], {
      type: "string",
      description: "A completed transfer whose debit was returned is `reversed`, and not `complete`.",
    }),
  ),
  account_id: Type.Optional(IdSchema),
  transfer_type: Type.Optional(TransferTypeFilterSchema),
  value_type: Type.Optional(
    Type.String({ minLength: 2, maxLength: 12, description: "As source or destination." }),
  ),
  created_after: Type.Optional(DateTimeSchema),
  created_before: Type.Optional(DateTimeSchema),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: "Transfer id or its end, amount, code of a rail, or the id of one of its transactions.",
    }),
  ),
  sort: Type.Optional(
    Type.Enum(["-created_at", "created_at", "-amount", "amount"], {
      default: "-created_at",
      description: "A minus sign sorts in descending order.",
    }),
  ),
  ...pageQuery,
});

export function listTransfersRoute(deps: Pick<ConsoleDeps, "database" | "config">): Route {
  const { database } = deps;
  return consoleList(`GET ${workspacePath}/transfers`, {
    operationId: "listWorkspaceTransfers",
    summary: "List the transfers of all accounts",
    description: "Filters are exact, and all of them must match.",
    access: { permission: "transfers:read" },
    query: Query,
    response: {
      description: "A page of transfers.",
      schema: named(
        "WorkspaceTransferList",
        Type.Object({ transfers: Type.Array(WorkspaceTransferSchema), pagination: PaginationSchema }),
      ),
    },
    refusals: ["not_found", "network_not_supported"],
    list: {
      session: database,
      rows: transferList,
      filters: (request) => readFilters(deps, principalOf(request), request.query),
      name: "transfers",
      present: (transfers, request) => present(deps, principalOf(request), transfers),
      status: "status",
      file: {
        operationId: "exportWorkspaceTransfers",
        summary: "Export the transfers of all accounts",
        content: "The transfers.",
        nameOf: (request) => `transfers-${principalOf(request).network}`,
        columns: transferColumns,
        cells: transferCells,
      },
      counts: {
        operationId: "summarizeWorkspaceTransfers",
        summary: "Count and add up the transfers of all accounts",
        description: `Counts stop at ${maxCounted}: the newest transfers.`,
        unmoved: ["failed", "canceled", "reversed"],
        limit: async (request) => {
          const { search } = await readFilters(deps, principalOf(request), request.query);
          return search?.kind === "failure" ? maxCountedRare : maxCounted;
        },
      },
    },
  });
}

async function readFilters(
  { database, config }: Pick<ConsoleDeps, "database" | "config">,
  { tenantId, network }: Principal,
  query: Static<typeof Query>,
) {
  const place = { network, pointer: "/query/transfer_type" };
  const { account_id: accountId, transfer_type: transferType, search } = query;
  const scope = { tenantId, network, chains: config.chains.names };
  return {
    tenantId,
    network,
    resources: ["transfer"] as const,
    status: query.status,
    accountId: accountId === undefined ? undefined : parseId<"account">(accountId),
    transferType: transferType === undefined ? undefined : orThrow(readTransferType(transferType, place)),
    valueType: query.value_type,
    createdFrom: readTime("created_after", query.created_after),
    createdBefore: readTime("created_before", query.created_before),
    search: search === undefined ? undefined : await readTransferSearch(database, scope, search.trim()),
  };
}

async function present(
  { database }: Pick<ConsoleDeps, "database">,
  principal: Principal,
  transfers: readonly Transfer[],
): Promise<readonly WorkspaceTransfer[]> {
  const ids = [...new Set(transfers.map(({ accountId }) => accountId))];
  const accounts = await findVisibleAccounts(database, principal, ids);
  const reversals = await findReversals(database, principal.tenantId, transfers);
  return transfers.map((transfer) =>
    presentRow(transfer, accounts.get(transfer.accountId), reversals.get(transfer.id)),
  );
}
