import type { Session, Transaction } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Network } from "../kernel/id.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { NewEffect, OpenRestore } from "./recovery-deps.ts";

// A backup that was taken during a recovery contains the restore before it, which was requested then.
const open = statement<OpenRestore>(`
  SELECT id, taken_at, bool_and(requested_at IS NOT NULL) OVER () AS is_requested FROM database_restores
  WHERE state = 'restored' ORDER BY id DESC LIMIT 1`);

/** The newest. It is requested if all open ones are. Index database_restores_open. */
export function selectOpenRestore(session: Session): Promise<OpenRestore | undefined> {
  return session.first(open);
}

const request = statement<{ readonly id: string }>(`
  UPDATE database_restores SET requested_at = coalesce(requested_at, $1::timestamptz)
  WHERE state = 'restored' RETURNING id`);

/** Lets the service recover when it starts. Returns the restores that need it. */
export async function requestRecovery(session: Session, now: Instant): Promise<readonly string[]> {
  return (await session.rows(request, [formatInstant(now)])).map(({ id }) => id);
}

const insertRestore = statement(`
  INSERT INTO database_restores (id, origin, taken_at, restored_at, state)
  VALUES ($1, 'point_in_time', $2::timestamptz, $3::timestamptz, 'restored')`);

export async function insertPointInTimeRestore(
  session: Session,
  { id, takenAt, now }: { readonly id: string; readonly takenAt: Instant; readonly now: Instant },
): Promise<void> {
  await session.run(insertRestore, [id, formatInstant(takenAt), formatInstant(now)]);
}

export interface Restore {
  readonly id: string;
  readonly origin: string;
  readonly backupId: string | undefined;
  readonly takenAt: Instant;
  readonly restoredAt: Instant;
  readonly state: string;
  readonly recoveredAt: Instant | undefined;
}

const restores = statement<Restore>(`
  SELECT id, origin, backup_id, taken_at, restored_at, state, recovered_at FROM database_restores ORDER BY id DESC`);

export function selectRestores(session: Session): Promise<readonly Restore[]> {
  return session.rows(restores);
}

const beginAdvance = statement<{ readonly takenAt: Instant }>(`
  UPDATE database_restores SET advanced_at = $1::timestamptz WHERE state = 'restored' AND advanced_at IS NULL
  RETURNING taken_at`);

// More than can have been used in the seconds since, also by another database that was restored from the same backup.
const keysSince = (seconds: number): number => 10_000 + 10 * seconds;
/** Trace numbers have seven digits. */
const entriesSince = (seconds: number): number => 100_000 + seconds;
const eventsSince = (seconds: number): number => 1_000_000_000 + 1_000 * seconds;

const advances = [
  // An address that was assigned since must not be assigned to another customer.
  [keysSince, statement(`UPDATE custody_counters SET next_index = next_index + $1::int`)],
  [
    entriesSince,
    statement(`
    INSERT INTO bank_counters AS counter (network, name, value)
    SELECT network, name, $1::numeric
      FROM unnest(ARRAY['testnet', 'mainnet']) AS network, unnest(ARRAY['trace', 'message']) AS name
    ON CONFLICT (network, name) DO UPDATE SET value = counter.value + excluded.value`),
  ],
  // A token that was issued since has its own key.
  [keysSince, statement(`UPDATE token_issuer_keys SET next_index = next_index + $1::int`)],
  // Consumers continue after the last number that they have read, also in a feed that had no events yet.
  [
    eventsSince,
    statement(`
    INSERT INTO event_sequences AS counter (tenant_id, network, account_id, last_sequence)
    SELECT tenant_id, place.network, id, $1::bigint
      FROM accounts JOIN unnest(ARRAY['testnet', 'mainnet']) AS place (network)
        ON accounts.network IS NULL OR accounts.network = place.network
    ON CONFLICT (tenant_id, network, account_id)
    DO UPDATE SET last_sequence = counter.last_sequence + excluded.last_sequence`),
  ],
  [
    eventsSince,
    statement(`
    INSERT INTO tenant_feed_numbers AS counter (tenant_id, network, last_number)
    SELECT tenant_id, place.network, $1::bigint
      FROM accounts, unnest(ARRAY['testnet', 'mainnet']) AS place (network) WHERE kind = 'managing'
    ON CONFLICT (tenant_id, network) DO UPDATE SET last_number = counter.last_number + excluded.last_number`),
  ],
  // Nothing follows: a sequence keeps what it has counted if the transaction fails, and its numbers have nine digits.
  [
    keysSince,
    statement(`SELECT max(nextval('virtual_account_numbers')) AS last FROM generate_series(1, $1::int)`),
  ],
] as const;

// Every account has a row, and there may be millions.
const withoutTimeout = statement(`SELECT set_config('statement_timeout', '0', true)`);

/**
 * Moves every number of ours beyond those that may have been used since; once for each restore. What belongs to the same
 * transaction comes before.
 */
export async function advanceNumbers(
  tx: Transaction,
  now: Instant,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const restored = await tx.rows(beginAdvance, [formatInstant(now)]);
  if (restored.length === 0) return false;
  await tx.run(withoutTimeout);
  await before();
  const takenAt = Math.min(...restored.map((restore) => restore.takenAt));
  const seconds = Math.max(0, Math.ceil((now - takenAt) / 1_000));
  for (const [since, advance] of advances) await tx.run(advance, [since(seconds)]);
  return true;
}

// What arrives again may have been forwarded before, by a transfer that is lost: an operator decides.
const disableAutomations = statement(`UPDATE automations SET status = 'disabled' WHERE status = 'active'`);
const endSessions = statement(`
  UPDATE console_sessions SET ended_at = $1::timestamptz WHERE ended_at IS NULL`);
const removeKeys = statement(`DELETE FROM signing_keys`);

/** Revocations since are lost: every session and access token ends, and automations wait for an operator. */
export async function endAccess(tx: Transaction, now: Instant): Promise<void> {
  await tx.run(disableAutomations);
  await tx.run(endSessions, [formatInstant(now)]);
  await tx.run(removeKeys);
}

const finish = statement(`
  UPDATE database_restores SET state = 'recovered', recovered_at = $1::timestamptz
  WHERE state = 'restored' AND advanced_at IS NOT NULL`);

/** One recovery is enough after several restores. One that was recorded after its beginning stays open. */
export async function finishRestores(tx: Transaction, now: Instant): Promise<boolean> {
  return (await tx.run(finish, [formatInstant(now)])) > 0;
}

const lastRecovered = statement<{ readonly id: string }>(`
  SELECT id FROM database_restores WHERE state = 'recovered' ORDER BY id DESC LIMIT 1`);

export async function selectLastRecovered(session: Session): Promise<string | undefined> {
  return (await session.first(lastRecovered))?.id;
}

const insert = statement(`
  INSERT INTO recovered_effects (network, place, mark, reference, restore_id, detail, state, found_at, updated_at)
  SELECT $1, $2, mark, reference, $3, detail::jsonb, 'open', $4::timestamptz, $4::timestamptz
  FROM unnest($5::text[], $6::text[], $7::text[]) AS new (mark, reference, detail)
  ON CONFLICT (network, place, mark, reference) DO NOTHING`);

export async function insertEffects(
  session: Session,
  restoreId: string,
  { network, place }: { readonly network: Network; readonly place: string },
  effects: readonly NewEffect[],
  now: Instant,
): Promise<void> {
  if (effects.length === 0) return;
  await session.run(insert, [
    network,
    place,
    restoreId,
    formatInstant(now),
    effects.map(({ mark }) => mark),
    effects.map(({ reference }) => reference),
    effects.map(({ detail }) => JSON.stringify(detail)),
  ]);
}

const counts = statement<{ readonly transactions: number; readonly entries: number }>(`
  SELECT (count(DISTINCT reference) FILTER (WHERE place <> 'bank'))::int AS transactions,
    (count(*) FILTER (WHERE place = 'bank'))::int AS entries
  FROM recovered_effects WHERE restore_id = $1`);

export async function countEffects(
  session: Session,
  restoreId: string,
): Promise<{ readonly transactions: number; readonly entries: number }> {
  return (await session.first(counts, [restoreId])) ?? { transactions: 0, entries: 0 };
}

export interface RecoveredEffect extends NewEffect {
  readonly network: Network;
  readonly place: string;
  readonly state: string;
  readonly note: string | undefined;
  readonly foundAt: Instant;
}

const effects = statement<RecoveredEffect>(`
  SELECT network, place, mark, reference, detail, state, note, found_at FROM recovered_effects
  WHERE $1::text IS NULL OR state = $1 ORDER BY network, place, reference, mark LIMIT $2`);

export function selectEffects(
  session: Session,
  { state, limit }: { readonly state: string | undefined; readonly limit: number },
): Promise<readonly RecoveredEffect[]> {
  return session.rows(effects, [state ?? null, limit]);
}

const close = statement(`
  UPDATE recovered_effects SET state = 'closed', note = $2, updated_at = $3::timestamptz
  WHERE reference = $1 AND state = 'open' AND ($4::text IS NULL OR mark = $4)`);

export function closeEffect(
  session: Session,
  {
    reference,
    mark,
    note,
  }: { readonly reference: string; readonly mark?: string | undefined; readonly note: string },
  now: Instant,
): Promise<number> {
  return session.run(close, [reference, note, formatInstant(now), mark]);
}

// Index bank_files_by_content. The bank's files count once, whatever their name.
const knownFile = statement(`
  SELECT 1 AS known FROM bank_files
  WHERE network = $1 AND direction = $2 AND sha256 = $4 AND (direction = 'in' OR name = $3) LIMIT 1`);

export async function isKnownFile(
  session: Session,
  { network, direction, name, sha256 }: Pick<RecoveredFile, "network" | "direction" | "name" | "sha256">,
): Promise<boolean> {
  return (await session.first(knownFile, [network, direction, name, sha256])) !== undefined;
}

// Index bank_files_sent.
const newestSent = statement<SentFile>(`
  SELECT name, sha256 FROM bank_files
  WHERE network = $1 AND direction = 'out' AND state = 'sent' ORDER BY id DESC LIMIT 1`);

export type SentFile = Pick<RecoveredFile, "name" | "sha256">;

export function selectNewestSent(session: Session, network: Network): Promise<SentFile | undefined> {
  return session.first(newestSent, [network]);
}

interface RecoveredFile {
  readonly id: string;
  readonly network: Network;
  readonly direction: "out" | "in";
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly sealed: Buffer;
  readonly restoreId: string;
}

// Citus deparses no simple CASE over a parameter.
const insertFile = statement(`
  INSERT INTO bank_files (id, network, direction, name, sha256, size_bytes, state, sealed, put_away_at, restore_id,
    created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $3::text = 'out' THEN 'sent' ELSE 'stored' END, $7,
    CASE WHEN $3::text = 'in' THEN $9::timestamptz END, $8, $9::timestamptz, $9::timestamptz)
  ON CONFLICT (network, direction, name, sha256) DO NOTHING`);

export async function insertRecoveredFile(
  session: Session,
  file: RecoveredFile,
  now: Instant,
): Promise<void> {
  await session.run(insertFile, [
    file.id,
    file.network,
    file.direction,
    file.name,
    file.sha256,
    file.sizeBytes,
    file.sealed,
    file.restoreId,
    formatInstant(now),
  ]);
}
