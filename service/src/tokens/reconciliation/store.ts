import type { Session, Transaction } from "../../db/database.ts";
import { statement } from "../../db/statement.ts";
import type { Network, TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant } from "../../kernel/instant.ts";
import type { TokenId } from "../token.ts";
import type { Difference, Reconciliation, ReconciliationCounts, ReconciliationId } from "./reconciliation.ts";

/** Abandons a run without progress since then. Index: reconciliation_runs_under_way. */
export async function giveUpIdleRuns(tx: Transaction, idleSince: Instant): Promise<void> {
  await tx.run(giveUp, [formatInstant(idleSince)]);
}

const giveUp = statement(`
  UPDATE reconciliation_runs SET is_under_way = false WHERE is_under_way AND progressed_at <= $1::timestamptz`);

/** Starts a run; returns false if one is in progress. Index: reconciliation_runs_under_way. */
export async function insertRun(tx: Transaction, id: ReconciliationId, now: Instant): Promise<boolean> {
  return (await tx.run(insert, [id, formatInstant(now)])) === 1;
}

const insert = statement(`
  INSERT INTO reconciliation_runs (id, started_at, progressed_at, is_under_way, compared_count, explained_count,
    difference_count, unverified_count)
  VALUES ($1, $2::timestamptz, $2::timestamptz, true, 0, 0, 0, 0)
  ON CONFLICT (is_under_way) WHERE is_under_way DO NOTHING`);

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

/** Index: reconciliation_runs_pkey. */
export async function endRun(tx: Transaction, id: ReconciliationId, now: Instant): Promise<void> {
  await tx.run(end, [id, formatInstant(now)]);
}

const end = statement(`
  UPDATE reconciliation_runs SET is_under_way = false, progressed_at = $2::timestamptz, ended_at = $2::timestamptz
   WHERE id = $1 AND is_under_way`);

/** Deletes runs with their differences. There is one run per hour, so a full scan is fine. */
export async function removeRunsBefore(tx: Transaction, startedBefore: Instant): Promise<void> {
  await tx.run(remove, [formatInstant(startedBefore)]);
}

const remove = statement(`
  DELETE FROM reconciliation_runs WHERE started_at < $1::timestamptz AND NOT is_under_way`);

export async function insertDifferences(
  tx: Transaction,
  id: ReconciliationId,
  differences: readonly Difference[],
  now: Instant,
): Promise<void> {
  if (differences.length === 0) return;
  await tx.run(insertAll, [
    id,
    formatInstant(now),
    differences.map(({ network }) => network),
    differences.map(({ chain }) => chain),
    differences.map(({ token }) => token.id),
    differences.map(({ token }) => token.valueType),
    differences.map(({ holder }) => holder?.addressId ?? ""),
    differences.map(({ holder }) => holder?.tenantId ?? null),
    differences.map(({ chainUnits }) => chainUnits ?? null),
    differences.map(({ ledgerUnits }) => ledgerUnits),
    differences.map(({ cause }) => cause),
  ]);
}

const insertAll = statement(`
  INSERT INTO reconciliation_differences (run_id, network, chain, token_id, value_type, address_id, tenant_id,
    chain_units, ledger_units, cause, found_at)
  SELECT $1, network, chain, token_id, value_type, address_id, tenant_id, chain_units, ledger_units, cause,
         $2::timestamptz
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::numeric[],
      $11::text[]) AS found (network, chain, token_id, value_type, address_id, tenant_id, chain_units, ledger_units, cause)
  ON CONFLICT (run_id, network, chain, token_id, address_id) DO NOTHING`);

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

interface DifferenceRow extends Omit<Difference, "token" | "holder"> {
  readonly tokenId: TokenId;
  readonly valueType: string;
  readonly addressId: string;
  readonly tenantId: TenantId | undefined;
}

/** Differences of a run, in a stable order, up to a limit. Index: reconciliation_differences_pkey. */
export async function selectDifferences(
  session: Session,
  id: ReconciliationId,
  limit: number,
): Promise<readonly Difference[]> {
  return (await session.rows(selectFound, [id, limit])).map(toDifference);
}

/** Whether a run is in progress. Index: reconciliation_runs_under_way. */
export async function isRunUnderWay(session: Session): Promise<boolean> {
  return (await session.first(findUnderWay)) !== undefined;
}

const findUnderWay = statement("SELECT 1 FROM reconciliation_runs WHERE is_under_way");

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
const firstSeen = statement<FirstSeenRow>(`
  SELECT difference.network, difference.chain, difference.token_id, difference.address_id, min(earlier.found_at) AS found_at
    FROM reconciliation_differences AS difference
    JOIN reconciliation_differences AS earlier
      ON earlier.network = difference.network AND earlier.chain = difference.chain
     AND earlier.token_id = difference.token_id AND earlier.address_id = difference.address_id
   WHERE difference.run_id = $1
   GROUP BY difference.network, difference.chain, difference.token_id, difference.address_id`);

interface FirstSeenRow extends Pick<DifferenceRow, "network" | "chain" | "tokenId" | "addressId"> {
  readonly foundAt: Instant;
}

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
