import { ofTenant } from "../../accounts/index.ts";
import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { withdrawalView } from "../../treasury/index.ts";
import { limitUsage } from "../tables.ts";
import type { Usage } from "./decide-limits.ts";
import type { LimitId, LimitScope } from "./transfer-limit.ts";

/** The last 30 UTC days, today included; days are in the format of ISO 8601. */
export interface Window {
  readonly from: Instant;
  readonly firstDay: string;
  readonly today: string;
}

/** Cents by day; negative to subtract. */
export interface DayAmounts {
  readonly id: LimitId;
  readonly days: ReadonlyMap<string, bigint>;
}

interface UsageRow extends Usage {
  readonly id: LimitId;
}

const totals = `limit_usage.limit_id AS id, coalesce((limit_usage.days ->> $4)::numeric, 0) AS today_cents, (
    SELECT coalesce(sum(value::numeric), 0) FROM jsonb_each_text(limit_usage.days) WHERE key >= $3
  ) AS thirty_day_cents`;

/** The amounts of two rows by day, without days before the window. */
const merged = (added: string) => `(
  SELECT coalesce(jsonb_object_agg(day, cents), '{}') FROM (
    SELECT key AS day, sum(value::numeric) AS cents FROM (
      SELECT key, value FROM jsonb_each_text(limit_usage.days)
      UNION ALL SELECT key, value FROM jsonb_each_text(${added})
    ) AS amounts WHERE key >= $3 GROUP BY key
  ) AS by_day)`;

// Primary key; ordered by id, so that two batches cannot deadlock. An updated row version has the lock of its own update.
const add = statement<UsageRow & { readonly isNew: boolean }>(`
  INSERT INTO limit_usage (tenant_id, limit_id, days)
  SELECT tenant.tenant_id, added.id, added.days::jsonb
  FROM ${ofTenant("unnest($2::text[], $5::text[]) AS added (id, days)")} ORDER BY added.id
  ON CONFLICT (tenant_id, limit_id) DO UPDATE SET days = ${merged("excluded.days")}
  RETURNING ${totals}, limit_usage.xmax = 0 AS is_new`);

/** Adds to the usage of limits, and returns it. Their rows stay locked until the transaction ends. */
export function addUsage(
  tx: Transaction,
  tenantId: TenantId,
  amounts: readonly DayAmounts[],
  window: Window,
): Promise<readonly (UsageRow & { readonly isNew: boolean })[]> {
  const { ids, days } = columnsOf(amounts);
  return tx.rows(add, [tenantId, ids, window.firstDay, window.today, days]);
}

// Primary key.
const change = statement(`
  UPDATE limit_usage SET days = ${merged("changed.days::jsonb")}
  FROM unnest($2::text[], $4::text[]) AS changed (id, days)
  WHERE limit_usage.tenant_id = $1 AND limit_usage.limit_id = changed.id`);

/** Changes the usage of limits that have been used. */
export async function changeUsage(
  tx: Transaction,
  tenantId: TenantId,
  amounts: readonly DayAmounts[],
  { firstDay }: Window,
): Promise<void> {
  if (amounts.length === 0) return;
  const { ids, days } = columnsOf(amounts);
  await tx.run(change, [tenantId, ids, firstDay, days]);
}

// Primary key.
const find = statement<UsageRow>(`
  SELECT ${totals} FROM limit_usage WHERE tenant_id = $1 AND limit_id = ANY ($2::text[])`);

/** Of the limits that have been used. */
export async function selectUsage(
  session: Session,
  tenantId: TenantId,
  ids: readonly LimitId[],
  window: Window,
): Promise<readonly UsageRow[]> {
  if (ids.length === 0) return [];
  return session.rows(find, [tenantId, ids, window.firstDay, window.today]);
}

// Reads up to 30 days of transfers, once per limit. Indexes: transfers_by_time, treasury_withdrawals_by_time. One resource
// at a time and in order of time: otherwise the planner prefers any index of a tenant while it has no statistics.
const sumDays = statement<{ id: LimitId; day: string; cents: bigint }>(`
  SELECT counted.id, to_char(moved.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(moved.cents) AS cents
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
    AS counted (id, network, account_id, transfer_type, operation, asset, destination)
  CROSS JOIN LATERAL (
    SELECT transfer.created_at, transfer.cents
    FROM (VALUES ('transfer'), ('token_transfer'), ('token_mint'), ('token_burn')) AS counted_resource (name)
    CROSS JOIN LATERAL (
      SELECT created_at, cents FROM transfers
      WHERE tenant_id = $1 AND network = counted.network AND resource = counted_resource.name
        AND created_at >= $2::timestamptz AND status NOT IN ('canceled', 'failed')
        AND (counted.account_id IS NULL OR account_id = counted.account_id)
        AND (counted.transfer_type IS NULL
          OR counted.transfer_type IN (source_transfer_type, destination_transfer_type))
        AND (counted.operation IS NULL OR resource = counted.operation)
        AND (counted.asset IS NULL OR counted.asset IN (source_value_type, destination_value_type))
        AND (counted.destination IS NULL
          OR coalesce(ends -> 'destination' ->> 'address', destination_address_id) = counted.destination)
      ORDER BY created_at, id) AS transfer
    UNION ALL
    SELECT created_at, amount_cents FROM ${withdrawalView} AS withdrawal
    WHERE tenant_id = $1 AND network = counted.network
      AND created_at >= $2::timestamptz AND status IN ('pending', 'complete')
      AND (counted.account_id IS NULL OR counted.account_id = $1)
      AND (counted.transfer_type IS NULL OR counted.transfer_type = rail)
      AND (counted.operation IS NULL OR counted.operation = 'treasury_withdrawal')
      AND (counted.asset IS NULL OR counted.asset = value_type)
      AND (counted.destination IS NULL OR counted.destination = coalesce(destination, address_id))
  ) AS moved
  GROUP BY counted.id, day`);

/** Amounts moved in the window, by limit. What was canceled, has failed or was returned does not count. */
export async function selectMoved(
  session: Session,
  tenantId: TenantId,
  limits: readonly (LimitScope & { readonly id: LimitId })[],
  { from }: Window,
): Promise<readonly DayAmounts[]> {
  if (limits.length === 0) return [];
  const rows = await session.rows(sumDays, [
    tenantId,
    formatInstant(from),
    limits.map(({ id }) => id),
    limits.map(({ network }) => network),
    limits.map(({ accountId }) => accountId),
    limits.map(({ transferType }) => transferType),
    limits.map(({ operation }) => operation),
    limits.map(({ asset }) => asset),
    limits.map(({ destination }) => destination),
  ]);
  return limits.map(({ id }) => ({
    id,
    days: new Map(rows.filter((row) => row.id === id).map(({ day, cents }) => [day, cents])),
  }));
}

/** Counts the tenant's limits again from the transfers at their next use, because they change. */
export const deleteUsage = limitUsage.remove({ by: ["tenantId"] });

/** The same for limits of all tenants. Reads all rows, when a node starts. */
export const deleteUsageOf = limitUsage.remove({ by: ["limitId[]"] });

function columnsOf(amounts: readonly DayAmounts[]) {
  const inOrder = [...amounts].sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    ids: inOrder.map(({ id }) => id),
    days: inOrder.map(({ days }) => `{${[...days].map(([day, cents]) => `"${day}":${cents}`).join(",")}}`),
  };
}
