import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import { type Network, platformTenant } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { noteLevels } from "../../statistics/index.ts";
import { countedCodes, type ReturnCounts, type ReturnRateName } from "./return-rate.ts";

// Index: payments_debits. Over all tenants. Rejected and withdrawn debits were never originated.
const count = statement<ReturnCounts>(`
  SELECT tenant_id, network, count(*) AS entries,
    count(*) FILTER (WHERE status = 'returned' AND reason_code = ANY ($2::text[])) AS unauthorized,
    count(*) FILTER (WHERE status = 'returned' AND reason_code = ANY ($3::text[])) AS administrative,
    count(*) FILTER (WHERE status = 'returned') AS overall
  FROM payments
  WHERE direction = 'inbound' AND rail IS NOT NULL AND inserted_at > $1::timestamptz AND status <> 'failed'
  GROUP BY tenant_id, network`);

/** Of each tenant, and of all together. */
export async function countReturns(session: Session, since: Instant): Promise<readonly ReturnCounts[]> {
  const { unauthorized, administrative } = countedCodes;
  const ofTenants = await session.rows(count, [formatInstant(since), unauthorized, administrative]);
  const ofAll = new Map<Network, ReturnCounts>();
  for (const counts of ofTenants) {
    const sum = ofAll.get(counts.network);
    ofAll.set(counts.network, {
      tenantId: platformTenant,
      network: counts.network,
      entries: counts.entries + (sum?.entries ?? 0n),
      unauthorized: counts.unauthorized + (sum?.unauthorized ?? 0n),
      administrative: counts.administrative + (sum?.administrative ?? 0n),
      overall: counts.overall + (sum?.overall ?? 0n),
    });
  }
  return [...ofTenants, ...ofAll.values()];
}

export interface MeasuredRates extends ReturnCounts {
  readonly exceeded: readonly ReturnRateName[];
  readonly measuredAt: Instant;
}

const removeAll = statement("DELETE FROM ach_return_rates");
const insert = statement(`
  INSERT INTO ach_return_rates (tenant_id, network, entries, unauthorized, administrative, overall, exceeded, measured_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7::text[], $8::timestamptz)
  ON CONFLICT (tenant_id, network) DO NOTHING`);

/** Replaces the rates of every tenant; those of a day are its last ones. */
export async function replaceRates(tx: Transaction, measured: readonly MeasuredRates[]): Promise<void> {
  await tx.run(removeAll, []);
  for (const { tenantId, network, entries, exceeded, measuredAt, ...returns } of measured) {
    const { unauthorized, administrative, overall } = returns;
    const at = formatInstant(measuredAt);
    await tx.run(insert, [tenantId, network, entries, unauthorized, administrative, overall, exceeded, at]);
    const counts = { entries, unauthorized, administrative, overall };
    const levels = Object.entries(counts).map(([name, count]) => ({ series: "return_rates", name, count }));
    await noteLevels(tx, { tenantId, network }, measuredAt, levels);
  }
}

// A row per tenant with debits.
const all = statement<MeasuredRates>(`
  SELECT tenant_id, network, entries, unauthorized, administrative, overall, exceeded, measured_at
  FROM ach_return_rates WHERE tenant_id = $1 OR exceeded <> '{}' ORDER BY tenant_id, network`);

/** The platform's own rates, and those of tenants above a threshold. */
export function selectRates(session: Session): Promise<readonly MeasuredRates[]> {
  return session.rows(all, [platformTenant]);
}
