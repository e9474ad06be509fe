import Type, { type Static } from "typebox";
import { findVisibleAccounts } from "../../accounts/index.ts";
import { readTransferType, TransferTypeFilterSchema } from "../../addresses/index.ts";
import { PaginationSchema, pageQuery } from "../../http/paging.ts";
import type { Principal } from "../../http/principal.ts";
import { readTime } from "../../http/read-time.ts";
import { principalOf, type Route } from "../../http/route.ts";
import { DateTimeSchema, IdSchema, named, strictObject } from "../../http/schemas.ts";
import { parseId } from "../../kernel/id.ts";
import { formatAmount } from "../../kernel/money.ts";
import { orThrow } from "../../kernel/refusal.ts";
import { tokenScale } from "../../tokens/index.ts";
import {
  listTenantTransfers,
  readTransferSearch,
  selectTransferTotals,
  shownStatuses,
  streamTenantTransfers,
  type TenantTransferFilters,
  type Transfer,
  type TransferSort,
} from "../../transfers/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { consoleRead, workspacePath } from "../console-route.ts";
import { csvResponse } from "../lists/csv-response.ts";
import { ListSummarySchema, maxCounted, maxCountedRare, summarizeList } from "../lists/list-summary.ts";
import {
  findReversals,
  presentRow,
  type WorkspaceTransfer,
  WorkspaceTransferSchema,
} from "./transfer-row-response.ts";
import { transferCells, transferColumns } from "./transfers-csv.ts";

const filterQuery = {
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
};
const sortQuery = {
  sort: Type.Optional(
    Type.Enum(["-created_at", "created_at", "-amount", "amount"], {
      default: "-created_at",
      description: "A minus sign sorts in descending order.",
    }),
  ),
};
const FilterQuery = strictObject(filterQuery);
const FileQuery = strictObject({ ...filterQuery, ...sortQuery });
const ListQuery = strictObject({ ...filterQuery, ...sortQuery, ...pageQuery });

const ListSchema = named(
  "WorkspaceTransferList",
  Type.Object({ transfers: Type.Array(WorkspaceTransferSchema), pagination: PaginationSchema }),
);

const refusals = ["not_found", "network_not_supported"] as const;

export function listTransfersRoute({ database, config }: Pick<ConsoleDeps, "database" | "config">): Route {
  return consoleRead(`GET ${workspacePath}/transfers`, {
    operationId: "listWorkspaceTransfers",
    summary: "List the transfers of all accounts",
    description: "Filters are exact, and all of them must match.",
    access: { permission: "transfers:read" },
    query: ListQuery,
    response: { description: "A page of transfers.", schema: ListSchema },
    refusals,
    handle: async (request) => {
      const principal = principalOf(request);
      const { tenantId, network } = principal;
      const filters = await readFilters({ database, config }, principal, request.query);
      const list = { tenantId, network, filters, sort: readSort(request.query), page: request.page() };
      const found = await listTenantTransfers(database, list);
      const transfers = await present({ database }, principal, found.items);
      return { transfers, pagination: found.pagination };
    },
  });
}

export function summarizeTransfersRoute({
  database,
  config,
}: Pick<ConsoleDeps, "database" | "config">): Route {
  return consoleRead(`GET ${workspacePath}/transfers/summary`, {
    operationId: "summarizeWorkspaceTransfers",
    summary: "Count and add up the transfers of all accounts",
    description: `Counts stop at ${maxCounted}: the newest transfers.`,
    access: { permission: "transfers:read" },
    query: FilterQuery,
    response: { description: "Count, sums, and counts by status.", schema: ListSummarySchema },
    refusals,
    handle: async (request) => {
      const { tenantId, network } = principalOf(request);
      const filters = await readFilters({ database, config }, principalOf(request), request.query);
      return summarizeList({
        statuses: shownStatuses,
        status: filters.status,
        unmoved: ["failed", "canceled", "reversed"],
        limit: filters.search?.kind === "failure" ? maxCountedRare : maxCounted,
        load: (status, limit) =>
          selectTransferTotals(database, {
            tenantId,
            network,
            filters: { ...filters, status: shownStatuses.find((known) => known === status) },
            limit,
          }),
        format: (units, code) => formatAmount({ units, asset: { code, scale: tokenScale } }),
      });
    },
  });
}

export function exportTransfersRoute({
  database,
  clock,
  config,
}: Pick<ConsoleDeps, "database" | "clock" | "config">): Route {
  return consoleRead(`GET ${workspacePath}/transfers.csv`, {
    operationId: "exportWorkspaceTransfers",
    summary: "Export the transfers of all accounts",
    description: "The whole list as CSV (RFC 4180).",
    access: { permission: "transfers:read" },
    query: FileQuery,
    response: { description: "The transfers.", mediaType: "text/csv", schema: Type.String() },
    refusals,
    respond: async (request) => {
      const principal = principalOf(request);
      const { tenantId, network } = principal;
      const filters = await readFilters({ database, config }, principal, request.query);
      const list = { tenantId, network, filters, sort: readSort(request.query) };
      return csvResponse({
        name: `transfers-${network}`,
        now: clock.now(),
        columns: transferColumns,
        pages: cellsOf(database, principal, streamTenantTransfers(database, list)),
      });
    },
  });
}

async function* cellsOf(
  database: ConsoleDeps["database"],
  principal: Principal,
  pages: AsyncIterable<readonly Transfer[]>,
) {
  for await (const transfers of pages)
    yield (await present({ database }, principal, transfers)).map(transferCells);
}

function readSort({ sort = "-created_at" }: Static<typeof FileQuery>): TransferSort {
  return { by: sort.endsWith("amount") ? "amount" : "created", isDescending: sort.startsWith("-") };
}

async function readFilters(
  { database, config }: Pick<ConsoleDeps, "database" | "config">,
  { tenantId, network }: Principal,
  query: Static<typeof FilterQuery>,
): Promise<TenantTransferFilters> {
  const place = { network, pointer: "/query/transfer_type" };
  const { account_id: accountId, transfer_type: transferType, search } = query;
  return {
    status: query.status,
    accountId: accountId === undefined ? undefined : parseId<"account">(accountId),
    transferType: transferType === undefined ? undefined : orThrow(readTransferType(transferType, place)),
    valueType: query.value_type,
    createdAfter: readTime("created_after", query.created_after),
    createdBefore: readTime("created_before", query.created_before),
    search:
      search === undefined
        ? undefined
        : await readTransferSearch(
            database,
            { tenantId, network, chains: config.chains.names },
            search.trim(),
          ),
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
