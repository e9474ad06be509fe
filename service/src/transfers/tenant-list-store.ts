import type { Session } from "../db/database.ts";
import { type SqlValue, statement } from "../db/statement.ts";
import type { AccountId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type TransferScope, transferColumns } from "./store.ts";
import type { Transfer, TransferStatus } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

/** Exact, and all of them must hold. Undefined asks for nothing. */
export interface TenantTransferFilters {
  readonly status: TransferStatus | undefined;
  readonly accountId: AccountId | undefined;
  readonly transferType: string | undefined;
  readonly valueType: string | undefined;
  readonly createdAfter: Instant | undefined;
  readonly createdBefore: Instant | undefined;
  readonly search: TransferSearch | undefined;
}

/** What somebody who looks for one transfer has in hand. */
export type TransferSearch =
  | { readonly kind: "amount"; readonly units: bigint }
  /** Of a transaction at an end, or transfers for which it was sent. */
  | { readonly kind: "transaction"; readonly transactionId: string; readonly ids: readonly string[] }
  | { readonly kind: "id"; readonly id: string };

/** A stretch of a tenant's transfers, beginning next to a position and walking one way. */
export interface TenantTransferSlice extends TransferScope {
  readonly filters: TenantTransferFilters;
  readonly direction: "after" | "before";
  readonly position: TransferPosition | undefined;
  readonly limit: number;
}

export type TransferPosition = Pick<Transfer, "createdAt" | "id">;

/**
 * Indexes: transfers_by_time, of one account transfers_by_account, of a status other than complete transfers_by_status,
 * the two of transactions, the primary key. A condition that may be absent would keep a prepared statement from all of
 * them, so the statement names what is asked for and nothing else. An amount has no index: it is looked for among those
 * that the other filters leave.
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
  // What is named has few rows: they are found first, and nobody walks along the times to meet them.
  const isNamed = filters.search !== undefined && filters.search.kind !== "amount";
  const select = statement(
    isNamed ? `WITH found AS MATERIALIZED (${found}) SELECT * FROM found ${rest}` : `${found} ${rest}`,
  );
  return (await session.rows<TransferRow>(select, [...values, slice.limit])).map(toTransfer);
}

function conditionsOf({ tenantId, network, filters, direction, position }: TenantTransferSlice) {
  const values: SqlValue[] = [];
  const place = (value: SqlValue): string => `$${values.push(value)}`;
  const moment = (instant: Instant): string => `${place(formatInstant(instant))}::timestamptz`;
  const conditions = [`tenant_id = ${place(tenantId)}`, `network = ${place(network)}`];
  const { status, accountId, transferType, valueType, createdAfter, createdBefore, search } = filters;
  // A partial index is found only by what stands in the text.
  if (status !== undefined) conditions.push(`status = '${status}'`);
  if (accountId !== undefined) conditions.push(`account_id = ${place(accountId)}`);
  if (transferType !== undefined) conditions.push(eitherEnd("transfer_type", place(transferType)));
  if (valueType !== undefined) conditions.push(eitherEnd("value_type", place(valueType)));
  if (createdAfter !== undefined) conditions.push(`created_at >= ${moment(createdAfter)}`);
  if (createdBefore !== undefined) conditions.push(`created_at < ${moment(createdBefore)}`);
  if (search !== undefined) conditions.push(searchCondition(search, place));
  if (position !== undefined) {
    const side = direction === "after" ? "<" : ">";
    conditions.push(
      accountId === undefined
        ? `(created_at, id) ${side} (${moment(position.createdAt)}, ${place(position.id)})`
        : `id ${side} ${place(position.id)}`,
    );
  }
  return { conditions, values };
}

function eitherEnd(column: string, value: string): string {
  return `(source_${column} = ${value} OR destination_${column} = ${value})`;
}

function searchCondition(search: TransferSearch, place: (value: SqlValue) => string): string {
  switch (search.kind) {
    case "amount":
      return `units = ${place(search.units)}`;
    case "id":
      return `id = ${place(search.id)}`;
    case "transaction": {
      const atAnEnd = eitherEnd("transaction_id", place(search.transactionId));
      return search.ids.length === 0 ? atAnEnd : `(${atAnEnd} OR id = ANY (${place(search.ids)}::text[]))`;
    }
  }
}
