import { findTenantIds } from "../accounts/index.ts";
import type { Session, Transaction } from "../db/database.ts";
import { earlierBy } from "../db/earlier.ts";
import { statement } from "../db/statement.ts";
import type { Network, TenantId } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import { transfers } from "./tables.ts";
import type { Resource, Transfer } from "./transfer.ts";
import {
  columnSets,
  columnValues,
  jsonOf,
  type TransferColumn,
  type TransferRow,
  toTransfer,
} from "./transfer-row.ts";

export interface TransferScope {
  readonly tenantId: TenantId;
  readonly network: Network;
}

export const transferColumns = transfers.list();

const insert = statement(`
  INSERT INTO transfers (${columnSets.all.map(({ name }) => name).join(", ")})
  SELECT ${columnSets.all.map(columnOf).join(", ")} FROM ${givenRows(columnSets.all, 1)}`);

export async function insertTransfers(tx: Transaction, transfers: readonly Transfer[]): Promise<void> {
  const [first] = transfers;
  if (first === undefined) return;
  const values = columnValues(columnSets.all, transfers);
  await (tx.isOnCitus
    ? tx.run(insertInShard, [first.tenantId, jsonOf(columnSets.all, values)])
    : tx.run(insert, values));
}

/** In the shard of their tenant, which is the same for all of them. */
const insertInShard = statement("SELECT add_transfers($1, $2)");

// Primary key.
const update = statement(`
  UPDATE transfers AS transfer
     SET ${columnSets.changing
       .filter(({ name }) => name !== "id")
       .map((column) => `${column.name} = ${columnOf(column)}`)
       .join(", ")}
    FROM ${givenRows(columnSets.changing, 2)}
   WHERE transfer.tenant_id = $1 AND transfer.id = given.id`);

/** Updates the columns that a step can change. The transfers must be locked. */
export async function updateTransfers(
  tx: Transaction,
  tenantId: TenantId,
  transfers: readonly Transfer[],
): Promise<void> {
  if (transfers.length === 0) return;
  await tx.run(update, [tenantId, ...columnValues(columnSets.changing, transfers)]);
}

/** Rows of these columns, from one parameter per column. */
function givenRows(columns: readonly TransferColumn[], firstParameter: number): string {
  const arrays = columns.map(({ type }, index) => `$${firstParameter + index}::${arrayOf(type)}`);
  return `unnest(${arrays.join(", ")}) AS given (${columns.map(({ name }) => name).join(", ")})`;
}

/** PostgreSQL has no arrays of arrays of different lengths, so those are given as texts. */
function arrayOf(type: TransferColumn["type"]): string {
  return type === "text[]" ? type : `${type}[]`;
}

function columnOf({ name, type }: TransferColumn): string {
  return type === "text[]" ? `given.${name}::text[]` : `given.${name}`;
}

// Primary key, one lookup each: by ids and network together, the planner would read all transfers of the tenant, if it
// has no statistics. Ordered by id to avoid deadlocks.
const lock = statement<TransferRow>(`
  SELECT transfer.* FROM (
    SELECT id FROM unnest($3::text[]) AS given (id) ORDER BY id COLLATE "C") AS requested
   CROSS JOIN LATERAL (
    SELECT ${transferColumns} FROM transfers WHERE tenant_id = $1 AND id = requested.id LIMIT 1 FOR UPDATE) AS transfer
   WHERE transfer.network = $2`);

/** The transfers, locked until the transaction ends. */
export async function lockTransfers(
  tx: Transaction,
  { tenantId, network }: TransferScope,
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  return (await tx.rows(lock, [tenantId, network, [...new Set(ids)]])).map(toTransfer);
}

// Primary key, one lookup each, for the reason given above.
const findByIds = statement<TransferRow>(`
  SELECT transfer.* FROM (SELECT DISTINCT unnest($3::text[]) AS id) AS requested
   CROSS JOIN LATERAL (
    SELECT ${transferColumns} FROM transfers WHERE tenant_id = $1 AND id = requested.id LIMIT 1) AS transfer
   WHERE transfer.network = $2`);

/** The existing transfers of all resources among these ids, in no particular order. */
export async function selectTransfersById(
  session: Session,
  { tenantId, network }: TransferScope,
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  return (await session.rows(findByIds, [tenantId, network, ids])).map(toTransfer);
}

export type TransferKey = Pick<TransferRow, "tenantId" | "network" | "accountId" | "resource" | "id">;

// Primary key. The other conditions are outside, so that the planner does not prefer an index that contains them.
const findOne = statement<TransferRow>(`
  SELECT * FROM (
    SELECT ${transferColumns} FROM transfers WHERE tenant_id = $1 AND id = $2 LIMIT 1) AS transfer
   WHERE network = $3 AND account_id = $4 AND resource = $5`);

export async function selectTransfer(
  session: Session,
  { tenantId, id, network, accountId, resource }: TransferKey,
): Promise<Transfer | undefined> {
  const row = await session.first(findOne, [tenantId, id, network, accountId, resource]);
  return row && toTransfer(row);
}

// Index: transfers_needing_action. Across tenants: for operators.
const countNeedingActionStatement = statement<NeedingActionCount>(`
  SELECT step, resource, count(*) AS count FROM transfers
   WHERE step IN ('held', 'refund_failed') GROUP BY step, resource`);

export interface NeedingActionCount {
  readonly step: "held" | "refund_failed";
  readonly resource: Resource;
  readonly count: bigint;
}

export async function countNeedingAction(session: Session): Promise<readonly NeedingActionCount[]> {
  return session.rows(countNeedingActionStatement);
}

// Primary key, one lookup per tenant and id: an index on ids alone would cost each transfer an entry per step. The
// resource is outside, so that the planner does not prefer an index that contains it.
const findAny = statement<TransferRow>(`
  WITH found AS MATERIALIZED (
    SELECT ${transferColumns} FROM transfers WHERE tenant_id = ANY ($1::text[]) AND id = ANY ($2::text[]))
  SELECT * FROM found WHERE resource = ANY ($3::text[])`);

/** Operators may only have the id: then it is looked up in all tenants, unless some are given. */
export async function selectAnyTransfer(
  session: Session,
  id: string,
  {
    resources = ["transfer"],
    tenantIds,
  }: {
    readonly resources?: readonly Resource[] | undefined;
    readonly tenantIds?: readonly TenantId[] | undefined;
  } = {},
): Promise<Transfer | undefined> {
  const tenants = tenantIds ?? (await findTenantIds(session));
  const row = await session.first(findAny, [tenants, [id], resources]);
  return row && toTransfer(row);
}

/** The transfers that exist, in no particular order; only of these few tenants. */
export async function selectAnyTransfers(
  session: Session,
  tenantIds: readonly TenantId[],
  ids: readonly string[],
): Promise<readonly Transfer[]> {
  if (ids.length === 0) return [];
  const rows = await session.rows(findAny, [[...new Set(tenantIds)], [...new Set(ids)], ["transfer"]]);
  return rows.map(toTransfer);
}

// Index: transfers_awaiting_funds. Across tenants: one job expires them all.
const expired = statement<{ readonly tenantId: TenantId; readonly id: string }>(`
  SELECT tenant_id, id FROM transfers
   WHERE network = $1 AND step = 'awaiting_funds' AND expires_at <= $2::timestamptz ORDER BY expires_at LIMIT $3`);

// By the primary key, all transfers of a tenant.
const bringForward = statement(`
  UPDATE transfers SET expires_at = ${earlierBy("expires_at", "$3")}
   WHERE tenant_id = $1 AND network = $2 AND step = 'awaiting_funds' AND expires_at IS NOT NULL`);

/** The tenant has advanced its clock at a sandbox bank. */
export async function bringDeadlinesForward(
  tx: Transaction,
  { tenantId, network }: { readonly tenantId: TenantId; readonly network: Network },
  byMs: number,
): Promise<void> {
  await tx.run(bringForward, [tenantId, network, byMs]);
}

/** Transfers whose wire did not arrive in time. */
export async function selectExpired(
  session: Session,
  { network, now, limit }: { readonly network: Network; readonly now: Instant; readonly limit: number },
): Promise<readonly { readonly tenantId: TenantId; readonly id: string }[]> {
  return session.rows(expired, [network, formatInstant(now), limit]);
}
