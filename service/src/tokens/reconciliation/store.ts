import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { RowOf } from "../../db/table.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import { reconciliationDifferences, reconciliationRuns } from "../tables.ts";
import type { Difference, Reconciliation, ReconciliationCounts, ReconciliationId } from "./reconciliation.ts";

/** Abandons a run without progress since then. Index: reconciliation_runs_under_way. */
export const giveUpIdleRuns = reconciliationRuns.update({
  by: ["progressedAt <="],
  where: "is_under_way",
  setText: "is_under_way = false",
});

const insert = reconciliationRuns.insert({
  except: ["endedAt"],
  onConflict: "(is_under_way) WHERE is_under_way DO NOTHING",
});
const zero = { comparedCount: 0n, explainedCount: 0n, differenceCount: 0n, unverifiedCount: 0n };

/** Starts a run; returns false if one is in progress. Index: reconciliation_runs_under_way. */
export function insertRun(tx: Transaction, id: ReconciliationId, now: Instant): Promise<boolean> {
  return insert(tx, { id, startedAt: now, progressedAt: now, isUnderWay: true, ...zero });
}

/** Adds to the counts of a run; returns false if it was abandoned. Index: reconciliation_runs_pkey. */
export async function advanceRun(
  tx: Transaction,
  id: ReconciliationId,
  { compared, explained, different, unverified }: ReconciliationCounts,
  now: Instant,
): Promise<boolean> {
  const values = [id, formatInstant(now), compared, explained, different, unverified];
  return (await tx.run(advance, values)) === 1;
}

const advance = statement(`
  UPDATE reconciliation_runs
     SET progressed_at = $2::timestamptz, compared_count = compared_count + $3, explained_count = explained_count + $4,
         difference_count = difference_count + $5, unverified_count = unverified_count + $6
   WHERE id = $1 AND is_under_way`);

export const endRun = reconciliationRuns.update({
  by: ["id"],
  where: "is_under_way",
  set: ["progressedAt", "endedAt"],
  setText: "is_under_way = false",
});

/** Deletes runs with their differences. There is one run per hour, so a full scan is fine. */
export const removeRuns = reconciliationRuns.remove({ by: ["startedAt <"], where: "NOT is_under_way" });

const insertAll = reconciliationDifferences.insertMany({
  of: ["runId", "foundAt"],
  onConflict: "(run_id, network, chain, token_id, address_id) DO NOTHING",
});

export async function insertDifferences(
  tx: Transaction,
  runId: ReconciliationId,
  differences: readonly Difference[],
  now: Instant,
): Promise<void> {
  const rows = differences.map(({ token, holder, ...difference }) => ({
    ...difference,
    tokenId: token.id,
    valueType: token.valueType,
    addressId: holder?.addressId ?? "",
    tenantId: holder?.tenantId,
  }));
  await insertAll(tx, { runId, foundAt: now }, rows);
}

const runColumns = `id, started_at, ended_at, compared_count::int AS compared,
  explained_count::int AS explained, difference_count::int AS different, unverified_count::int AS unverified`;

/** The last finished run. Index: reconciliation_runs_ended, backwards. */
export function selectLastRun(session: Session): Promise<Reconciliation | undefined> {
  return session.first(selectLast);
}

const selectLast = statement<Reconciliation>(`
  SELECT ${runColumns} FROM reconciliation_runs WHERE ended_at IS NOT NULL ORDER BY ended_at DESC LIMIT 1`);

/** Index: reconciliation_runs_pkey. */
export function selectRun(session: Session, id: ReconciliationId): Promise<Reconciliation | undefined> {
  return session.first(selectOne, [id]);
}

const selectOne = statement<Reconciliation>(`SELECT ${runColumns} FROM reconciliation_runs WHERE id = $1`);

type DifferenceRow = Omit<RowOf<typeof reconciliationDifferences>, "runId" | "foundAt">;

/** Differences of a run, in a stable order, up to a limit. Index: reconciliation_differences_pkey. */
export async function selectDifferences(
  session: Session,
  id: ReconciliationId,
  limit: number,
): Promise<readonly Difference[]> {
  return (await session.rows(selectFound, [id, limit])).map(toDifference);
}

/** Whether a run is in progress. Index: reconciliation_runs_under_way. */
export const isRunUnderWay = reconciliationRuns.exists({ where: "is_under_way" });

/** Differences of one token that are visible to a tenant: its supply, and the tenant's addresses. */
export async function selectDifferencesFor(
  session: Session,
  id: ReconciliationId,
  input: {
    readonly network: Network;
    readonly valueType: string;
    readonly tenantId: TenantId;
    readonly limit: number;
  },
): Promise<readonly Difference[]> {
  const { network, valueType, tenantId, limit } = input;
  const rows = await session.rows(selectFoundFor, [id, network, valueType, tenantId, limit]);
  return rows.map(toDifference);
}

function toDifference({ tokenId: id, valueType, addressId, tenantId, ...fields }: DifferenceRow): Difference {
  const holder = tenantId === undefined ? undefined : { tenantId, addressId };
  return { ...fields, token: { id, valueType }, holder };
}

const differences = `
  SELECT network, chain, token_id, value_type, address_id, tenant_id, chain_units, ledger_units, cause
    FROM reconciliation_differences WHERE run_id = $1`;
const selectFound = statement<DifferenceRow>(
  `${differences} ORDER BY network, chain, token_id, address_id LIMIT $2`,
);
// Index: reconciliation_differences_pkey, all rows of the run in one network.
const selectFoundFor = statement<DifferenceRow>(`${differences} AND network = $2 AND value_type = $3
     AND (tenant_id IS NULL OR tenant_id = $4) ORDER BY network, chain, token_id, address_id LIMIT $5`);

// Index: reconciliation_differences_pkey. Runs are kept for 30 days, and one network has few differences.
const firstSeen = statement<
  Pick<RowOf<typeof reconciliationDifferences>, "network" | "chain" | "tokenId" | "addressId" | "foundAt">
>(`
  SELECT difference.network, difference.chain, difference.token_id, difference.address_id, min(earlier.found_at) AS found_at
    FROM reconciliation_differences AS difference
    JOIN reconciliation_differences AS earlier
      ON earlier.network = difference.network AND earlier.chain = difference.chain
     AND earlier.token_id = difference.token_id AND earlier.address_id = difference.address_id
   WHERE difference.run_id = $1
   GROUP BY difference.network, difference.chain, difference.token_id, difference.address_id`);

/** Since when the differences of a run are known: by `network/chain/token/address`, within the runs that are kept. */
export async function selectFirstSeen(
  session: Session,
  id: ReconciliationId,
): Promise<ReadonlyMap<string, Instant>> {
  const rows = await session.rows(firstSeen, [id]);
  return new Map(
    rows.map(({ network, chain, tokenId, addressId, foundAt }) => [
      [network, chain, tokenId, addressId].join("/"),
      foundAt,
    ]),
  );
}
