import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type TransferScope, transferColumns } from "./store.ts";
import type { Transfer, TransferStatus } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

/** Exact matches, combined with AND. Undefined means no filter. */
export interface TenantTransferFilters {
  readonly status: TransferStatus | undefined;
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
  | { readonly kind: "id"; readonly id: string };

/** A slice of a tenant's transfers next to a position, in one direction. */
export interface TenantTransferSlice extends TransferScope {
  readonly filters: TenantTransferFilters;
  readonly direction: "after" | "before";
  readonly position: TransferPosition | undefined;
  readonly limit: number;
}

export type TransferPosition = Pick<Transfer, "createdAt" | "id">;

/**
 * Indexes: transfers_by_time; for one account transfers_by_account; for a status other than complete
 * transfers_by_status; the two of transactions; the primary key. Optional conditions would keep a prepared statement from using them, so the
 * statement contains only the filters that are set. An amount has no index: it is filtered among the rows that the
 * other filters leave.
 */
export async function selectTransfersOfTenant(
  session: Session,
  slice: TenantTransferSlice,
): Promise<readonly Transfer[]> {
  const { filters, direction } = slice;
  const { conditions, values } = conditionsOf(slice);
  const order = direction === "after" ? "DESC" : "ASC";
  const walk = filters.accountId === undefined ? `created_at ${order}, id ${order}` : `id ${order}`;
  const found = `SELECT ${transferColumns} FROM transfers WHERE ${conditions.join(" AND ")}`;
  const rest = `ORDER BY ${walk} LIMIT $${values.length + 1}`;
  // An id or a transaction matches few rows: find them first instead of scanning by time.
  const isNamed = filters.search !== undefined && filters.search.kind !== "amount";
  const select = statement<TransferRow>(
    isNamed ? `WITH found AS MATERIALIZED (${found}) SELECT * FROM found ${rest}` : `${found} ${rest}`,
  );
  return (await session.rows(select, [...values, slice.limit])).map(toTransfer);
}

function conditionsOf({ tenantId, network, filters, direction, position }: TenantTransferSlice) {
  const values: SqlValue[] = [];
  const parameter = (value: SqlValue): string => `$${values.push(value)}`;
  const timestamp = (instant: Instant): string => `${parameter(formatInstant(instant))}::timestamptz`;
  const conditions = [
    `tenant_id = ${parameter(tenantId)}`,
    `network = ${parameter(network)}`,
    "resource = 'transfer'",
  ];
  const { status, accountId, transferType, valueType, createdAfter, createdBefore, search } = filters;
  // The planner uses a partial index only if the value is a literal in the statement.
  if (status !== undefined) conditions.push(`status = '${status}'`);
  if (accountId !== undefined) conditions.push(`account_id = ${parameter(accountId)}`);
  if (transferType !== undefined) conditions.push(eitherSide("transfer_type", parameter(transferType)));
  if (valueType !== undefined) conditions.push(eitherSide("value_type", parameter(valueType), "upper"));
  if (createdAfter !== undefined) conditions.push(`created_at >= ${timestamp(createdAfter)}`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${timestamp(createdBefore)}`);
  if (search !== undefined) conditions.push(searchCondition(search, parameter));
  if (position !== undefined) {
    const side = direction === "after" ? "<" : ">";
    conditions.push(
      accountId === undefined
        ? `(created_at, id) ${side} (${timestamp(position.createdAt)}, ${parameter(position.id)})`
        : `id ${side} ${parameter(position.id)}`,
    );
  }
  return { conditions, values };
}

/** With `upper`, letter case is ignored. */
function eitherSide(column: string, value: string, upper: "upper" | "" = ""): string {
  const isEqual = (side: string): string => `${upper}(${side}_${column}) = ${upper}(${value})`;
  return `(${isEqual("source")} OR ${isEqual("destination")})`;
}

function searchCondition(search: TransferSearch, parameter: (value: SqlValue) => string): string {
  switch (search.kind) {
    case "amount":
      return `units = ${parameter(search.units)}`;
    case "id":
      return `id = ${parameter(search.id)}`;
    case "transaction": {
      const bySide = eitherSide("transaction_id", parameter(search.transactionId));
      return search.ids.length === 0 ? bySide : `(${bySide} OR id = ANY (${parameter(search.ids)}::text[]))`;
    }
  }
}
