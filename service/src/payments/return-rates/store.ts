import type { Session, Transaction } from "../../db/database.ts";
import type { Queue } from "../../db/queue.ts";
import { statement } from "../../db/statement.ts";
import { type Network, platformTenant } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { achReturnRates } from "../tables.ts";
import { countedCodes, type MeasuredRates, type ReturnCounts } from "./return-rate.ts";

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

/** The counts of a tenant at a time, for charts. */
export type NoteLevels = (
  tx: Transaction,
  scope: Pick<MeasuredRates, "tenantId" | "network">,
  at: Instant,
  levels: readonly { readonly series: string; readonly name: string; readonly count: bigint }[],
) => Promise<void>;

const removeAll = achReturnRates.remove({});
const insert = achReturnRates.insert({ onConflict: "(tenant_id, network) DO NOTHING" });

/** Replaces the rates of every tenant; those of a day are its last ones. */
export async function replaceRates(
  tx: Transaction,
  measured: readonly MeasuredRates[],
  noteLevels: NoteLevels,
): Promise<void> {
  await removeAll(tx);
  for (const rates of measured) {
    await insert(tx, rates);
    const { tenantId, network, measuredAt, entries, unauthorized, administrative, overall } = rates;
    const counts = { entries, unauthorized, administrative, overall };
    const levels = Object.entries(counts).map(([name, count]) => ({ series: "return_rates", name, count }));
    await noteLevels(tx, { tenantId, network }, measuredAt, levels);
  }
}

// A row per tenant with debits.
const all = statement<MeasuredRates>(`
  SELECT ${achReturnRates.list()}
  FROM ach_return_rates WHERE tenant_id = $1 OR exceeded <> '{}' ORDER BY tenant_id, network`);

/** The platform's own rates, and those of tenants above a threshold. */
export function selectRates(session: Session): Promise<readonly MeasuredRates[]> {
  return session.rows(all, [platformTenant]);
}

export const exceededRateQueue: Queue = { from: achReturnRates, where: "exceeded <> '{}'" };
