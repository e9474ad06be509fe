import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { KeyRing } from "../kernel/envelope.ts";
import type { AccountId } from "../kernel/id.ts";
import type { IdFragment } from "../kernel/id-fragment.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { RailSystem } from "../rails/rail.ts";
import type { Payment, PaymentFilterStatus, PaymentStatus } from "./payment.ts";
import { fromRow, type PaymentRow } from "./payment-row.ts";
import type { PaymentScope } from "./payments.ts";
import { paymentColumns } from "./store.ts";
import type { StoredPayment } from "./stored-payment.ts";

export interface PaymentFilter {
  readonly status?: PaymentFilterStatus | undefined;
  readonly direction?: Payment["direction"] | undefined;
  readonly type?: RailSystem | undefined;
  readonly transferId?: string | undefined;
  readonly automationId?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly search?: PaymentSearch | undefined;
}

/** What an operator can search by, besides the sealed texts. */
export type PaymentSearch =
  | { readonly kind: "amount"; readonly cents: bigint }
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "fragment"; readonly fragment: IdFragment }
  /** A code of the rail, such as R01. */
  | { readonly kind: "reason"; readonly code: string };

/** Columns with an index, each in both directions. */
export interface PaymentSort {
  readonly by: "created" | "amount";
  readonly isDescending: boolean;
}

export const newestFirst: PaymentSort = { by: "created", isDescending: true };

export type PaymentPosition = Pick<StoredPayment, "id" | "amountCents" | "insertedAt">;

/** A page of payments, from a position in one direction. */
export interface PaymentSlice extends PaymentScope {
  /** Undefined for all accounts of the tenant; payments without an account are never included. */
  readonly accountId: AccountId | undefined;
  readonly filter: PaymentFilter;
  readonly sort: PaymentSort;
  readonly direction: "after" | "before";
  readonly position: PaymentPosition | undefined;
  /** The last payment that is read, if the walk has an end. */
  readonly walkEnd?: PaymentPosition | undefined;
  readonly limit: number;
}

/** As `isAwaitingDecision`; only incoming payments have no rail. */
const isWaiting = "status = 'complete' AND held_reason IS NOT NULL AND rail IS NULL AND NOT is_published";
/** As `shownStatus`. */
const statusShown = `CASE WHEN ${isWaiting} THEN 'pending' ELSE status END`;

/**
 * The planner uses payments_by_status and payments_held, which are partial, only if the values are literals. Pending
 * payments are in one or the other, so they are read with each.
 */
const withStatus: Readonly<Record<PaymentFilterStatus, readonly string[]>> = {
  pending: ["status = 'pending'", isWaiting],
  complete: [`status = 'complete' AND NOT (${isWaiting})`],
  failed: ["status = 'failed'"],
  returned: ["status = 'returned'"],
  processing: ["false"],
  canceled: ["false"],
};

/**
 * Index: payments_by_account, or payments_by_transfer and payments_by_automation with those filters; payments_by_time
 * for all accounts; payments_by_status; payments_by_amount, payments_by_reason_code and payments_by_id_end for a
 * search. The statement contains only the given filters, because an optional condition would prevent the use of the
 * index.
 */
export async function selectPaymentsOf(
  keyRing: KeyRing,
  session: Session,
  slice: PaymentSlice,
): Promise<readonly StoredPayment[]> {
  const { sort, direction, position, walkEnd } = slice;
  const { branches, values, order } = conditionsOf(slice);
  const isDescending = sort.isDescending === (direction === "after");
  const limits = [
    ...(position === undefined ? [] : [beyond(order, position, isDescending ? "<" : ">", values)]),
    ...(walkEnd === undefined ? [] : [beyond(order, walkEnd, isDescending ? ">=" : "<=", values)]),
  ];
  const walk = order.map((column) => `${column} ${isDescending ? "DESC" : "ASC"}`).join();
  const rest = `ORDER BY ${walk} LIMIT $${values.push(slice.limit)}`;
  const found = branches.map((branch) => [...branch, ...limits]);
  const select = statement<PaymentRow>(composed(paymentColumns, found, { isNamed: isNamed(slice), rest }));
  return (await session.rows(select, values)).map((row) => fromRow(keyRing, row));
}

/** Number and sum of payments with one status and direction. */
export interface PaymentTotal {
  readonly status: PaymentStatus;
  readonly direction: Payment["direction"];
  readonly count: number;
  readonly units: bigint;
}

/**
 * Totals of the newest payments, up to a limit; indexes as above. The limit applies before the filters that have no
 * index, so that a rare rail does not read all payments of the tenant.
 */
export async function selectPaymentTotals(
  session: Session,
  { limit, ...list }: Pick<PaymentSlice, "tenantId" | "network" | "accountId" | "filter" | "limit">,
): Promise<{ readonly totals: readonly PaymentTotal[]; readonly isComplete: boolean }> {
  const newest = { ...list, sort: newestFirst, isBounded: true };
  const { branches, values, order } = conditionsOf(newest);
  const walk = order.map((column) => `${column} DESC`).join();
  const rest = isNamed(newest) ? "" : `ORDER BY ${walk} LIMIT $${values.push(limit + 1)}`;
  const columns = `${statusShown} AS status, amount_cents, direction, type, ${order.filter((column) => column !== "amount_cents").join()}`;
  const unindexed = unindexedConditions(list, values, "status");
  const matching = unindexed.length === 0 ? "" : `FILTER (WHERE ${unindexed.join(" AND ")})`;
  const select = statement<PaymentTotal & { readonly read: number }>(`
    WITH newest AS MATERIALIZED (${composed(columns, branches, { isNamed: isNamed(newest), rest })})
    SELECT status, direction, count(*)::int AS read, count(*) ${matching}::int AS count,
           coalesce(sum(amount_cents) ${matching}, 0) AS units
      FROM newest GROUP BY status, direction`);
  const totals = await session.rows(select, values);
  return {
    totals: totals.filter(({ count }) => count > 0),
    isComplete: totals.reduce((sum, { read }) => sum + read, 0) <= limit,
  };
}

/**
 * The payment at which a page stops to look for others, so that a rare rail does not read all payments of the tenant;
 * undefined if the list ends before. Index: that of the list.
 */
export async function selectEndOfWalk(
  session: Session,
  slice: PaymentSlice,
  length: number,
): Promise<PaymentPosition | undefined> {
  const { sort, direction, position } = slice;
  const { branches, values, order } = conditionsOf({ ...slice, isBounded: true });
  if (unindexedConditions(slice, []).length === 0 || isNamed(slice) || branches.length > 1) return undefined;
  const isDescending = sort.isDescending === (direction === "after");
  const conditions = [
    ...branches.flat(),
    ...(position === undefined ? [] : [beyond(order, position, isDescending ? "<" : ">", values)]),
  ];
  const walk = order.map((column) => `${column} ${isDescending ? "DESC" : "ASC"}`).join();
  return session.first(
    statement<PaymentPosition>(`
    SELECT id, amount_cents, inserted_at FROM payments WHERE tenant_id = $1 AND id = (
      SELECT id FROM payments WHERE ${conditions.join(" AND ")}
      ORDER BY ${walk} OFFSET $${values.push(length - 1)} LIMIT 1)`),
    values,
  );
}

/** Each branch reads an index of its own. An id matches few rows: find them first instead of scanning in order. */
function composed(
  columns: string,
  branches: readonly (readonly string[])[],
  { isNamed, rest }: { readonly isNamed: boolean; readonly rest: string },
): string {
  const found = branches.map(
    (conditions) => `SELECT ${columns} FROM payments WHERE ${conditions.join(" AND ")}`,
  );
  if (isNamed) return `WITH found AS MATERIALIZED (${found.join(" UNION ALL ")}) SELECT * FROM found ${rest}`;
  if (found.length === 1) return `${found.join()} ${rest}`;
  const each = found.map((branch) => `(${branch} ${rest})`).join(" UNION ALL ");
  return `SELECT * FROM (${each}) AS found ${rest}`;
}

type List = Pick<PaymentSlice, "tenantId" | "network" | "accountId" | "filter" | "sort">;

function isNamed({ filter: { search }, sort }: Pick<List, "filter" | "sort">): boolean {
  if (search === undefined || search.kind === "amount") return false;
  return search.kind !== "reason" || sort.by === "amount";
}

type OrderColumn = "inserted_at" | "amount_cents" | "reason_code" | "id";

/** Ids are nearly in order of time: where an index has no time, they are the order. */
function orderOf({ accountId, filter, sort }: List): readonly OrderColumn[] {
  const { search, status, transferId, automationId } = filter;
  if (sort.by === "amount" || search?.kind === "amount") return ["amount_cents", "id"];
  if (search?.kind === "reason") return ["reason_code", "id"];
  const isOfIds = accountId ?? transferId ?? automationId;
  const hasTime = isOfIds === undefined && (status === undefined || status === "complete");
  return hasTime ? ["inserted_at", "id"] : ["id"];
}

function beyond(
  order: readonly OrderColumn[],
  position: PaymentPosition,
  side: "<" | ">" | "<=" | ">=",
  values: SqlValue[],
): string {
  const keys = order.map((column) => keyOf(column, position, values));
  return `(${order.join()}) ${side} (${keys.join()})`;
}

function keyOf(
  column: OrderColumn,
  { id, amountCents, insertedAt }: PaymentPosition,
  values: SqlValue[],
): string {
  switch (column) {
    case "id":
      return `$${values.push(id)}`;
    case "amount_cents":
      return `$${values.push(amountCents)}::numeric`;
    case "inserted_at":
      return `$${values.push(formatInstant(insertedAt))}::timestamptz`;
    case "reason_code":
      return column;
  }
}

interface Conditions extends List {
  /** Without the filters that have no index. */
  readonly isBounded?: boolean;
}

function conditionsOf({ isBounded = false, ...list }: Conditions) {
  const { tenantId, network, accountId, filter } = list;
  const values: SqlValue[] = [tenantId, network];
  const conditions = ["tenant_id = $1", "network = $2"];
  const addCondition = (condition: string, value: SqlValue | undefined, cast = ""): void => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}${cast}`);
  };
  const time = (instant: Instant | undefined) => (instant === undefined ? undefined : formatInstant(instant));
  if (accountId === undefined) conditions.push("account_id IS NOT NULL");
  addCondition("account_id =", accountId);
  addCondition("transfer_id =", filter.transferId);
  addCondition("automation_id =", filter.automationId);
  addCondition("inserted_at >", time(filter.createdAfter), "::timestamptz");
  addCondition("inserted_at <", time(filter.createdBefore), "::timestamptz");
  if (filter.search !== undefined)
    conditions.push(searchCondition(filter.search, (value) => `$${values.push(value)}`));
  if (!isBounded) conditions.push(...unindexedConditions(list, values));
  const hasIndex = filter.status !== undefined && !hasUnindexedStatus(filter);
  const statuses = hasIndex ? withStatus[filter.status] : ["true"];
  return { branches: statuses.map((status) => [...conditions, status]), values, order: orderOf(list) };
}

/** Payments with one amount or code are read from its index, with any status. */
function hasUnindexedStatus({ status, search }: PaymentFilter): boolean {
  return status !== undefined && (search?.kind === "amount" || search?.kind === "reason");
}

function unindexedConditions(
  { filter }: Pick<List, "filter">,
  values: SqlValue[],
  shown = statusShown,
): readonly string[] {
  const { status, direction, type } = filter;
  return [
    ...(status === undefined || !hasUnindexedStatus(filter) ? [] : [`${shown} = $${values.push(status)}`]),
    ...(direction === undefined ? [] : [`direction = $${values.push(direction)}`]),
    ...(type === undefined ? [] : [`type = $${values.push(type)}`]),
  ];
}

function searchCondition(search: PaymentSearch, parameter: (value: SqlValue) => string): string {
  // For an equality, the planner may expect a common value and read all payments in order of their ids.
  const equals = (column: string, value: SqlValue): string => {
    const bound = parameter(value);
    return `${column} BETWEEN ${bound} AND ${bound}`;
  };
  switch (search.kind) {
    case "amount":
      return equals("amount_cents", search.cents);
    case "id":
      return `id = ${parameter(search.id)}`;
    case "reason":
      return equals("reason_code", search.code);
    case "fragment": {
      const { tail, prefix, text } = search.fragment;
      const ends = `reverse(right(id, 8)) >= ${parameter(tail.from)} AND reverse(right(id, 8)) < ${parameter(tail.to)}`;
      const begins = `id >= ${parameter(prefix.from)} AND id < ${parameter(prefix.to)}`;
      return `((${ends} AND right(id, length(${parameter(text)})) = ${parameter(text)}) OR (${begins}))`;
    }
  }
}
