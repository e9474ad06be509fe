import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type TransferScope, transferColumns } from "./store.ts";
import type { ShownStatus, Transfer } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

/** Exact matches, combined with AND. Undefined means no filter. */
export interface TenantTransferFilters {
  readonly status: ShownStatus | undefined;
  readonly accountId: AccountId | undefined;
  readonly transferType: string | undefined;
  readonly valueType: string | undefined;
  readonly createdAfter: Instant | undefined;
  readonly createdBefore: Instant | undefined;
  readonly search: TransferSearch | undefined;
}

/** What an operator can search by. */
export type TransferSearch =
  | { readonly kind: "amount"; readonly units: bigint }
  /** A transaction of the source or destination, or the transfers it was submitted for. */
  | { readonly kind: "transaction"; readonly transactionId: string; readonly ids: readonly string[] }
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "fragment"; readonly fragment: IdFragment }
  /** A code of the rail, such as R01. */
  | { readonly kind: "failure"; readonly code: string };

/** Columns with an index, each in both directions. */
export interface TransferSort {
  readonly by: "created" | "amount";
  readonly isDescending: boolean;
}

/** A slice of a tenant's transfers next to a position, in one direction. */
export interface TenantTransferSlice extends TransferScope {
  readonly filters: TenantTransferFilters;
  readonly sort: TransferSort;
  readonly direction: "after" | "before";
  readonly position: TransferPosition | undefined;
  /** The last transfer that is read, if the walk has an end. */
  readonly walkEnd?: TransferPosition | undefined;
  readonly limit: number;
}

export type TransferPosition = Pick<Transfer, "createdAt" | "units" | "id">;

/**
 * Indexes: transfers_by_time; for one account transfers_by_account; for a status other than complete
 * transfers_by_status; transfers_by_amount for an amount and the order by it; the two of transactions; the primary key.
 * Optional conditions would keep a prepared statement from using them, so the statement contains only the filters that
 * are set.
 */
export async function selectTransfersOfTenant(
  session: Session,
  slice: TenantTransferSlice,
): Promise<readonly Transfer[]> {
  const { position, walkEnd } = slice;
  const { conditions, values, parameter } = conditionsOf(slice);
  const { order, isDescending, walk } = walkOf(slice);
  if (position !== undefined) conditions.push(beyond(order, position, isDescending ? "<" : ">", parameter));
  if (walkEnd !== undefined) conditions.push(beyond(order, walkEnd, isDescending ? ">=" : "<=", parameter));
  const found = `SELECT ${transferColumns} FROM transfers WHERE ${conditions.join(" AND ")}`;
  const rest = `ORDER BY ${walk} LIMIT ${parameter(slice.limit)}`;
  const select = statement<TransferRow>(
    isNamed(slice) ? `WITH found AS MATERIALIZED (${found}) SELECT * FROM found ${rest}` : `${found} ${rest}`,
  );
  return (await session.rows(select, values)).map(toTransfer);
}

/**
 * The transfer at which a page stops to look for others, so that a rare rail does not read all transfers of the tenant;
 * undefined if the filters have an index, or if the list ends before. Index: that of the list.
 */
export async function selectEndOfWalk(
  session: Session,
  slice: TenantTransferSlice,
  length: number,
): Promise<TransferPosition | undefined> {
  const { conditions, values, parameter } = conditionsOf({ ...slice, isBounded: true });
  if (isNamed(slice) || unindexedConditions(slice.filters, () => "").length === 0) return undefined;
  const { order, isDescending, walk } = walkOf(slice);
  if (slice.position !== undefined)
    conditions.push(beyond(order, slice.position, isDescending ? "<" : ">", parameter));
  return session.first(
    statement<TransferPosition>(`
    SELECT created_at, units, id FROM transfers WHERE tenant_id = $1 AND id = (
      SELECT id FROM transfers WHERE ${conditions.join(" AND ")}
      ORDER BY ${walk} OFFSET ${parameter(length - 1)} LIMIT 1)`),
    values,
  );
}

function walkOf(slice: Pick<TenantTransferSlice, "filters" | "sort" | "direction">) {
  const order = orderOf(slice);
  const isDescending = slice.sort.isDescending === (slice.direction === "after");
  return {
    order,
    isDescending,
    walk: order.map((column) => `${column} ${isDescending ? "DESC" : "ASC"}`).join(),
  };
}

/** Number and sum of transfers with one status and currency. */
export interface TransferTotal {
  readonly status: ShownStatus;
  readonly currency: string;
  readonly count: number;
  readonly units: bigint;
}

/**
 * Totals of the newest transfers, up to a limit. The limit applies before the filters that have no index, so that a
 * rare rail does not read all transfers of the tenant.
 */
export async function selectTransferTotals(
  session: Session,
  { limit, ...list }: Pick<TenantTransferSlice, "tenantId" | "network" | "filters" | "limit">,
): Promise<{ readonly totals: readonly TransferTotal[]; readonly isComplete: boolean }> {
  const { conditions, values, parameter } = conditionsOf({ ...list, isBounded: true });
  const newest = { ...list, sort: { by: "created", isDescending: true }, direction: "after" } as const;
  const bounds = isNamed(newest) ? "" : `ORDER BY ${walkOf(newest).walk} LIMIT ${parameter(limit + 1)}`;
  const rest = unindexedConditions(list.filters, parameter, "status");
  const matching = rest.length === 0 ? "" : `FILTER (WHERE ${rest.join(" AND ")})`;
  const select = statement<TransferTotal & { readonly read: number }>(`
    WITH newest AS MATERIALIZED (SELECT ${totaledColumns} FROM transfers WHERE ${conditions.join(" AND ")} ${bounds})
    SELECT status, currency, count(*)::int AS read, count(*) ${matching}::int AS count,
           coalesce(sum(units) ${matching}, 0) AS units
      FROM newest GROUP BY status, currency`);
  const totals = await session.rows(select, values);
  return {
    totals: totals.filter(({ count }) => count > 0),
    isComplete: totals.reduce((sum, { read }) => sum + read, 0) <= limit,
  };
}

/** Index: one_claim_per_payment. In a CASE, so that the planner keeps the order of the index of the list. */
const shownStatus = `CASE WHEN status = 'complete' AND EXISTS (
    SELECT 1 FROM claims WHERE claims.tenant_id = $1 AND claims.payment_id = transfers.source_payment_id)
  THEN 'reversed' ELSE status END`;
const totaledColumns = `${shownStatus} AS status, currency, units, source_transfer_type, destination_transfer_type,
  source_value_type, destination_value_type`;

/** An id, a transaction or a claim matches few rows: find them first instead of scanning in order. */
function isNamed({ filters, sort }: Pick<TenantTransferSlice, "filters" | "sort">): boolean {
  const { status, search } = filters;
  if (status === "reversed" && !hasUnindexedStatus(filters)) return true;
  if (search === undefined || search.kind === "amount") return false;
  return search.kind !== "failure" || sort.by === "amount";
}

type OrderColumn = "created_at" | "units" | "failure_code" | "id";

/** Ids are in order of time: of one account, one amount or one code, they are the order. */
function orderOf({ filters, sort }: Pick<TenantTransferSlice, "filters" | "sort">): readonly OrderColumn[] {
  if (sort.by === "amount" || filters.search?.kind === "amount") return ["units", "id"];
  if (filters.search?.kind === "failure") return ["failure_code", "id"];
  return filters.accountId === undefined ? ["created_at", "id"] : ["id"];
}

function beyond(
  order: readonly OrderColumn[],
  position: TransferPosition,
  side: "<" | ">" | "<=" | ">=",
  parameter: (value: SqlValue) => string,
): string {
  const keys = order.map((column) => keyOf(column, position, parameter));
  return `(${order.join()}) ${side} (${keys.join()})`;
}

function keyOf(
  column: OrderColumn,
  { createdAt, units, id }: TransferPosition,
  parameter: (value: SqlValue) => string,
): string {
  switch (column) {
    case "created_at":
      return `${parameter(formatInstant(createdAt))}::timestamptz`;
    case "units":
      return `${parameter(units)}::numeric`;
    case "failure_code":
      return column;
    case "id":
      return parameter(id);
  }
}

interface Conditions extends Pick<TenantTransferSlice, "tenantId" | "network" | "filters"> {
  /** Without the filters that have no index. */
  readonly isBounded?: boolean;
}

function conditionsOf({ tenantId, network, filters, isBounded = false }: Conditions) {
  const values: SqlValue[] = [];
  const parameter = (value: SqlValue): string => `$${values.push(value)}`;
  const timestamp = (instant: Instant): string => `${parameter(formatInstant(instant))}::timestamptz`;
  const conditions = [
    `tenant_id = ${parameter(tenantId)}`,
    `network = ${parameter(network)}`,
    "resource = 'transfer'",
  ];
  const { status, accountId, createdAfter, createdBefore, search } = filters;
  if (status !== undefined && !hasUnindexedStatus(filters)) conditions.push(...statusConditions(status));
  if (accountId !== undefined) conditions.push(`account_id = ${parameter(accountId)}`);
  if (createdAfter !== undefined) conditions.push(`created_at >= ${timestamp(createdAfter)}`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${timestamp(createdBefore)}`);
  if (search !== undefined) conditions.push(searchCondition(search, parameter));
  if (!isBounded) conditions.push(...unindexedConditions(filters, parameter));
  return { conditions, values, parameter };
}

/** The planner uses a partial index only if the value is a literal in the statement. */
function statusConditions(status: ShownStatus): readonly string[] {
  const ofClaims = "id = ANY (ARRAY(SELECT transfer_id FROM claims WHERE tenant_id = $1 AND network = $2))";
  if (status === "reversed") return ["status = 'complete'", ofClaims];
  const isStatus = `status = '${status}'`;
  return status === "complete" ? [isStatus, `${shownStatus} = 'complete'`] : [isStatus];
}

/** Transfers with one amount or code are read from its index, with any status. */
function hasUnindexedStatus({ status, search }: TenantTransferFilters): boolean {
  return status !== undefined && (search?.kind === "amount" || search?.kind === "failure");
}

function unindexedConditions(
  filters: TenantTransferFilters,
  parameter: (value: SqlValue) => string,
  statusColumn = shownStatus,
): readonly string[] {
  const { status, transferType, valueType } = filters;
  return [
    ...(status === undefined || !hasUnindexedStatus(filters)
      ? []
      : [`${statusColumn} = ${parameter(status)}`]),
    ...(transferType === undefined ? [] : [eitherSide("transfer_type", parameter(transferType))]),
    ...(valueType === undefined ? [] : [eitherSide("value_type", parameter(valueType), "upper")]),
  ];
}

/** With `upper`, letter case is ignored. */
function eitherSide(column: string, value: string, upper: "upper" | "" = ""): string {
  const isEqual = (side: string): string => `${upper}(${side}_${column}) = ${upper}(${value})`;
  return `(${isEqual("source")} OR ${isEqual("destination")})`;
}

/** For an equality, the planner may expect a common value and read all transfers in order of their ids. */
function equals(column: string, value: string): string {
  return `${column} BETWEEN ${value} AND ${value}`;
}

function searchCondition(search: TransferSearch, parameter: (value: SqlValue) => string): string {
  switch (search.kind) {
    case "amount":
      return equals("units", parameter(search.units));
    case "id":
      return `id = ${parameter(search.id)}`;
    case "failure":
      return equals("failure_code", parameter(search.code));
    case "fragment": {
      const { tail, prefix, text } = search.fragment;
      const ends = `reverse(right(id, 8)) >= ${parameter(tail.from)} AND reverse(right(id, 8)) < ${parameter(tail.to)}`;
      const begins = `id >= ${parameter(prefix.from)} AND id < ${parameter(prefix.to)}`;
      return `((${ends} AND right(id, length(${parameter(text)})) = ${parameter(text)}) OR (${begins}))`;
    }
    case "transaction": {
      const bySide = eitherSide("transaction_id", parameter(search.transactionId));
      return search.ids.length === 0 ? bySide : `(${bySide} OR id = ANY (${parameter(search.ids)}::text[]))`;
    }
  }
}
