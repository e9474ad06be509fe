import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { AccountId, Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { type TransferScope, transferColumns } from "./store.ts";
import type { TokenResource, Transfer, TransferFilterStatus } from "./transfer.ts";
import { type TransferRow, toTransfer } from "./transfer-row.ts";

/** Exact matches, combined with AND. Undefined means no filter. */
export interface TransferFilters {
  readonly status: TransferFilterStatus | undefined;
  readonly addressId: string | undefined;
  readonly transferType: string | undefined;
  readonly valueType: string | undefined;
  readonly transactionId: string | undefined;
  readonly automationId: string | undefined;
  readonly createdAfter: Instant | undefined;
  readonly createdBefore: Instant | undefined;
}

/** A slice of an account's transfers next to a position, in one direction. */
export interface TransferSlice extends TransferScope {
  readonly accountId: AccountId;
  readonly filters: TransferFilters;
  readonly direction: "after" | "before";
  readonly position: string | undefined;
  readonly limit: number;
}

// A null filter matches everything. Value types are unique without regard to letter case.
const matches = (status: string) => `($6::text IS NULL OR ${status} = $6)
  AND ($7::text IS NULL OR source_address_id = $7 OR destination_address_id = $7)
  AND ($8::text IS NULL OR source_transfer_type = $8 OR destination_transfer_type = $8)
  AND ($9::text IS NULL OR upper(source_value_type) = upper($9) OR upper(destination_value_type) = upper($9))
  AND ($10::text IS NULL OR source_transaction_id = $10 OR destination_transaction_id = $10)
  AND ($11::text IS NULL OR automation_id = $11)
  AND ($12::timestamptz IS NULL OR created_at > $12)
  AND ($13::timestamptz IS NULL OR created_at < $13)`;
// Index: transfers_by_account; transactions and automations have their own.
const select = `SELECT ${transferColumns} FROM transfers
  WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND resource = 'transfer' AND ${matches("status")}`;

const slices = {
  after: statement<TransferRow>(`${select} AND ($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5`),
  before: statement<TransferRow>(`${select} AND ($4::text IS NULL OR id > $4) ORDER BY id LIMIT $5`),
};

export async function selectTransfers(session: Session, slice: TransferSlice): Promise<readonly Transfer[]> {
  const rows = await session.rows(slices[slice.direction], valuesOf(slice));
  return rows.map(toTransfer);
}

function valuesOf({ filters, ...slice }: Omit<TokenSlice, "resources">) {
  return [
    slice.tenantId,
    slice.accountId,
    slice.network,
    slice.position ?? null,
    slice.limit,
    filters?.status ?? null,
    filters?.addressId ?? null,
    filters?.transferType ?? null,
    filters?.valueType ?? null,
    filters?.transactionId ?? null,
    filters?.automationId ?? null,
    timeOf(filters?.createdAfter),
    timeOf(filters?.createdBefore),
  ];
}

/** A slice of an account's token resources next to a position, in one direction. */
export interface TokenSlice extends Omit<TransferSlice, "filters"> {
  /** None by default. */
  readonly filters?: TransferFilters;
  readonly resources: readonly TokenResource[];
}

/** As `statusOf` of a token resource. */
const tokenStatus = "CASE step WHEN 'done' THEN status ELSE 'pending' END";
// Each resource is read in the order of transfers_by_account, up to the limit.
const tokenSlice = (next: string) =>
  statement<TransferRow>(`
    SELECT slice.* FROM unnest($14::text[]) AS requested (resource) CROSS JOIN LATERAL (
      SELECT ${transferColumns} FROM transfers
       WHERE tenant_id = $1 AND account_id = $2 AND network = $3 AND transfers.resource = requested.resource
         AND ${matches(tokenStatus)} AND ${next}
    ) AS slice WHERE ${next}`);
const tokenSlices = {
  after: tokenSlice("($4::text IS NULL OR id < $4) ORDER BY id DESC LIMIT $5"),
  before: tokenSlice("($4::text IS NULL OR id > $4) ORDER BY id LIMIT $5"),
};

export async function selectTokenTransfers(
  session: Session,
  { resources, ...slice }: TokenSlice,
): Promise<readonly Transfer[]> {
  const values = [...valuesOf(slice), resources];
  return (await session.rows(tokenSlices[slice.direction], values)).map(toTransfer);
}

export interface AwaitingFilter {
  readonly network: Network;
  readonly tenantId: TenantId | undefined;
  readonly accountId: AccountId | undefined;
  readonly cents: bigint | undefined;
}

// Index: transfers_awaiting_funds. Across tenants: operators use it to match unmatched payments.
const awaiting = statement<TransferRow>(`
  SELECT ${transferColumns} FROM transfers
   WHERE network = $1 AND step = 'awaiting_funds' AND ($2::text IS NULL OR tenant_id = $2)
     AND ($3::text IS NULL OR account_id = $3) AND ($4::numeric IS NULL OR cents = $4)
   ORDER BY id DESC LIMIT $5`);

/** Transfers that await a wire, newest first. */
export async function selectAwaiting(
  session: Session,
  { network, tenantId, accountId, cents }: AwaitingFilter,
  limit: number,
): Promise<readonly Transfer[]> {
  const values = [network, tenantId ?? null, accountId ?? null, cents ?? null, limit];
  return (await session.rows(awaiting, values)).map(toTransfer);
}

// Index: transfers_by_id. Across tenants: for operators.
const findMany = statement<TransferRow>(
  `SELECT ${transferColumns} FROM transfers WHERE id = ANY ($1::text[]) AND resource = 'transfer'`,
);

/** The transfers that exist, in no particular order. */
export async function selectAnyTransfers(
  session: Session,
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  return (await session.rows(findMany, [[...new Set(ids)]])).map(toTransfer);
}

function timeOf(instant: Instant | undefined): string | null {
  return instant === undefined ? null : formatInstant(instant);
}
