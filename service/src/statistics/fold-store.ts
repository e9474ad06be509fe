import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { eventView, feedEndView, feedView } from "../events/index.ts";
import { journalHeads, journalView, type LedgerScope, ledgerAccountView } from "../ledger/index.ts";
import { transferView } from "../transfers/index.ts";
import { addCounts, bucketOf, startOf } from "./count-store.ts";

/** The logs that are folded: both are numbered in the order of their commits. A recovery skips numbers of the feed. */
export const foldedLogs = ["events", "journal"] as const;
export type FoldedLog = (typeof foldedLogs)[number];

const ends: Readonly<Record<FoldedLog, string>> = {
  events: `SELECT tenant_id, network, last_number AS number FROM ${feedEndView} AS feed`,
  journal: `SELECT tenant_id, network, last_sequence AS number FROM ${journalHeads} AS head`,
};

const behind = (log: FoldedLog) =>
  statement<LedgerScope>(`
    SELECT tenant_id, network FROM (${ends[log]}) AS log_end
     WHERE number > coalesce((
       SELECT position FROM statistics_positions AS reached
        WHERE reached.tenant_id = log_end.tenant_id AND reached.network = log_end.network AND log = '${log}'), 0)
       AND (tenant_id, network) > ($1, $2)
     ORDER BY tenant_id, network LIMIT $3`);
const behindByLog = { events: behind("events"), journal: behind("journal") };

/** Workspaces whose log has more than was folded, by id. Index: the primary keys, one row per workspace. */
export function selectBehind(
  session: Session,
  log: FoldedLog,
  { after, limit }: { readonly after: LedgerScope | undefined; readonly limit: number },
): Promise<readonly LedgerScope[]> {
  return session.rows(behindByLog[log], [after?.tenantId ?? "", after?.network ?? "", limit]);
}

const ensure = statement(`
  INSERT INTO statistics_positions (tenant_id, network, log, position) VALUES ($1, $2, $3, 0)
  ON CONFLICT DO NOTHING`);
const lock = statement<{ readonly position: bigint }>(`
  SELECT position FROM statistics_positions WHERE tenant_id = $1 AND network = $2 AND log = $3 FOR UPDATE`);

/** How far the log is folded. The row stays locked, so that one transaction at a time goes on from there. */
export async function lockPosition(
  tx: Session,
  { tenantId, network }: LedgerScope,
  log: FoldedLog,
): Promise<bigint> {
  const key = [tenantId, network, log];
  const row = await tx.first(lock, key);
  if (row !== undefined) return row.position;
  await tx.run(ensure, key);
  return (await tx.first(lock, key))?.position ?? 0n;
}

const end = (log: FoldedLog) =>
  statement<{ readonly number: bigint }>(
    `SELECT number FROM (${ends[log]}) AS log_end WHERE tenant_id = $1 AND network = $2`,
  );
const endByLog = { events: end("events"), journal: end("journal") };

/** The last number of the log. Its counter is locked until a writer commits, so all numbers up to it are visible. */
export async function selectLogEnd(
  tx: Session,
  { tenantId, network }: LedgerScope,
  log: FoldedLog,
): Promise<bigint> {
  return (await tx.first(endByLog[log], [tenantId, network]))?.number ?? 0n;
}

const records: Readonly<Record<FoldedLog, string>> = {
  events: `SELECT tenant_id, network, number FROM ${feedView} AS feed`,
  journal: `SELECT tenant_id, network, sequence AS number FROM ${journalView} AS record`,
};

const numberAt = (log: FoldedLog) =>
  statement<{ readonly number: bigint }>(`
    SELECT number FROM (${records[log]}) AS record
     WHERE tenant_id = $1 AND network = $2 AND number > $3 ORDER BY number OFFSET $4 LIMIT 1`);
const numberAtByLog = { events: numberAt("events"), journal: numberAt("journal") };

/** The last of the next `count` records, unless there are fewer. Index: the primary key of the log. */
export async function selectNumberOfLast(
  tx: Session,
  { tenantId, network }: LedgerScope,
  log: FoldedLog,
  { after, count }: { readonly after: bigint; readonly count: bigint },
): Promise<bigint | undefined> {
  return (await tx.first(numberAtByLog[log], [tenantId, network, after, count - 1n]))?.number;
}

export interface Stretch extends LedgerScope {
  /** Exclusive. */
  readonly after: bigint;
  /** Inclusive. */
  readonly upTo: bigint;
}

/** Adds what a stretch of the log contains. */
export async function addStretch(tx: Session, log: FoldedLog, stretch: Stretch): Promise<void> {
  const { tenantId, network, after, upTo } = stretch;
  const values = [tenantId, network, after, upTo];
  for (const adding of additions[log]) await tx.run(adding, values);
}

// Each table names the tenant: Citus would otherwise visit all shards, or refuse a lookup for each row of a function.
const feed = `
  FROM ${feedView} AS feed
  CROSS JOIN LATERAL (
    SELECT type, data, created_at FROM ${eventView} AS event
     WHERE event.tenant_id = $1 AND event.network = $2 AND event.account_id = feed.account_id
       AND event.sequence = feed.sequence LIMIT 1) AS event`;
const inFeed = "feed.tenant_id = $1 AND feed.network = $2 AND feed.number > $3 AND feed.number <= $4";

/** Index: tenant_feed_pkey, events_pkey and transfers_pkey. */
const addTransfers = statement(
  addCounts(
    "statistics",
    `SELECT feed.tenant_id, feed.network, 'transfers', grain, ${startOf("grain", "event.created_at")},
            transfer.flow, outcome, transfer.currency, ${bucketOf("took_ms")}, count(*), sum(transfer.units)
     ${feed}
     CROSS JOIN LATERAL (
       SELECT flow, currency, units, failure_type, failure_code, transfer.created_at FROM ${transferView} AS transfer
        WHERE transfer.tenant_id = $1 AND transfer.id = event.data ->> 'id' LIMIT 1) AS transfer
     CROSS JOIN LATERAL (
       SELECT CASE WHEN event.type LIKE '%.failed'
                THEN 'failed/' || coalesce(transfer.failure_code, transfer.failure_type, 'other')
                ELSE substring(event.type FROM '[a-z]+$') END AS outcome,
              CASE WHEN event.type LIKE '%.completed'
                THEN extract(epoch FROM event.created_at - transfer.created_at) * 1000 END AS took_ms) AS fact`,
    `${inFeed} AND event.type SIMILAR TO '(transfer|token.transfer|token.mint|token.burn).(created|completed|failed|canceled)'`,
  ),
);

/** When a transfer completed. Index: events_by_subject. */
const completion = `
  CROSS JOIN LATERAL (
    SELECT earlier.created_at FROM ${eventView} AS earlier
     WHERE earlier.tenant_id = $1 AND earlier.network = $2 AND earlier.data ->> 'id' = event.data ->> 'id'
       AND earlier.type LIKE 'transfer.%' AND earlier.type = 'transfer.completed'
       AND earlier.sequence < feed.sequence
     ORDER BY earlier.sequence LIMIT 1) AS completion`;

/**
 * A transfer whose money came back after it had completed: it is taken out of those that completed then, however late.
 * Its bank's return counts as a failure now; a transfer that failed counts its failure itself.
 */
const addReversals = statement(
  addCounts(
    "statistics",
    `SELECT feed.tenant_id, feed.network, 'transfers', grain, ${startOf("grain", "fact.at")},
            transfer.flow, fact.outcome, transfer.currency, 0::smallint, count(*), sum(transfer.units)
     ${feed}
     ${completion}
     CROSS JOIN LATERAL (
       SELECT flow, currency, units FROM ${transferView} AS transfer
        WHERE transfer.tenant_id = $1 AND transfer.id = event.data ->> 'id' LIMIT 1) AS transfer
     CROSS JOIN LATERAL (VALUES
       (completion.created_at, 'reversed'),
       (event.created_at, 'failed/' || coalesce(event.data #>> '{failure,ach_return,code}', 'other'))) AS fact (at, outcome)`,
    `${inFeed} AND event.type IN ('transfer.reversed', 'transfer.failed')
       AND (event.type = 'transfer.reversed' OR fact.outcome = 'reversed')`,
  ),
);

/** Index: tenant_feed_pkey, events_pkey. */
const addReturns = statement(
  addCounts(
    "statistics",
    `SELECT feed.tenant_id, feed.network, 'returns', grain, ${startOf("grain", "event.created_at")},
            event.data ->> 'type', event.data #>> '{reason,code}', event.data #>> '{amount,currency}', 0, count(*),
            sum(((event.data #>> '{amount,value}')::numeric * 100)::numeric(38, 0))
     ${feed}`,
    `${inFeed} AND event.type = 'payment.returned'`,
  ),
);

/** Index: the primary keys of ledger_journal and ledger_accounts. A hold changes no posted balance. */
const addBalanceChanges = statement(
  addCounts(
    "statistics",
    `SELECT record.tenant_id, record.network, 'balances', grain, ${startOf("grain", "record.at")},
            account.kind, account.detail, account.asset_code, 0, count(*), sum(line.units)
       FROM ${journalView} AS record
       CROSS JOIN LATERAL unnest(record.account_numbers, record.units) AS line (number, units)
       CROSS JOIN LATERAL (
         SELECT kind, CASE kind WHEN 'reserve' THEN owner ELSE chain END AS detail, asset_code
           FROM ${ledgerAccountView} AS account
          WHERE account.tenant_id = $1 AND account.network = $2
            AND account.number = line.number LIMIT 1) AS account`,
    `record.tenant_id = $1 AND record.network = $2 AND record.sequence > $3 AND record.sequence <= $4
       AND record.type IN ('post', 'post_hold')`,
  ),
);

const additions = { events: [addTransfers, addReversals, addReturns], journal: [addBalanceChanges] };

/** Series of each log, for a rebuild. */
const seriesOfLog: Readonly<Record<FoldedLog, readonly string[]>> = {
  events: ["transfers", "returns"],
  journal: ["balances"],
};

const move = statement(`
  UPDATE statistics_positions SET position = $4 WHERE tenant_id = $1 AND network = $2 AND log = $3`);

export async function movePosition(
  tx: Session,
  { tenantId, network }: LedgerScope,
  log: FoldedLog,
  position: bigint,
): Promise<void> {
  await tx.run(move, [tenantId, network, log, position]);
}

const remove = statement(`
  DELETE FROM statistics WHERE tenant_id = $1 AND network = $2 AND series = ANY ($3::text[])`);

/** Removes what was folded of a log. Index: statistics_pkey. */
export async function removeFolded(
  tx: Session,
  { tenantId, network }: LedgerScope,
  log: FoldedLog,
): Promise<void> {
  await tx.run(remove, [tenantId, network, seriesOfLog[log]]);
}
