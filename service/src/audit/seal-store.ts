import { arrayLiteral } from "../db/array-literal.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import type { AuditChain, ChainEnd, SealContent } from "./seal-hash.ts";
import { type EntryRow, entryColumns, toEntry } from "./store.ts";

/** True when this transaction is the only one that seals; the lock ends with it, on commit or rollback. */
export async function trySealingLock(tx: Session): Promise<boolean> {
  return (await tx.first(lockStatement))?.taken === true;
}

// Any number works, as long as nothing else in the database takes an advisory lock on it.
const lockStatement = statement<{ readonly taken: boolean }>(
  `SELECT pg_try_advisory_xact_lock(7306096912738530) AS taken`,
);

/** Entries that were recorded together and are not sealed yet. */
export interface UnsealedRow {
  readonly tenantId: AuditChain;
  readonly id: string;
  readonly at: Instant;
  readonly entryIds: readonly string[];
  readonly digests: readonly Buffer[];
}

/** Index: audit_unsealed_pkey. */
export async function selectUnsealed(
  session: Session,
  {
    after,
    limit,
  }: { readonly after: { readonly chain: string; readonly id: string }; readonly limit: number },
): Promise<readonly UnsealedRow[]> {
  return session.rows(unsealedStatement, [after.chain, after.id, limit]);
}

const unsealedStatement = statement<UnsealedRow>(`
  SELECT tenant_id, id, at, entry_ids, digests FROM audit_unsealed
   WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3`);

export interface HeadRow extends ChainEnd {
  readonly tenantId: AuditChain;
  readonly entryCount: bigint;
  readonly sealedAt: Instant;
  readonly verifiedSequence: bigint | undefined;
  readonly verifiedHash: Buffer | undefined;
}

/** Index: audit_heads_pkey. */
export async function selectHeads(
  session: Session,
  chains: readonly AuditChain[],
): Promise<readonly HeadRow[]> {
  return session.rows(headsStatement, [chains]);
}

const headsStatement = statement<HeadRow>(`
  SELECT tenant_id, sequence, hash, entry_count, sealed_at, verified_sequence, verified_hash FROM audit_heads
   WHERE tenant_id = ANY ($1::text[])`);

/** The entries with these ids, in any order. Index: audit_log_pkey. */
export async function selectEntries(
  session: Session,
  chain: AuditChain,
  keys: readonly { readonly at: Instant; readonly id: string }[],
): Promise<readonly RecordedEntry[]> {
  const values = [chain, keys.map(({ at }) => at), keys.map(({ id }) => id)];
  return (await session.rows(entriesStatement, values)).map(toEntry);
}

const entriesStatement = statement<EntryRow>(`
  SELECT entry.*
    FROM unnest($2::double precision[], $3::text[]) AS key (at, id)
   CROSS JOIN LATERAL (
     SELECT ${entryColumns} FROM audit_log
      WHERE tenant_id = $1 AND audit_log.at = to_timestamp(key.at / 1000) AND audit_log.id = key.id LIMIT 1) AS entry`);

export interface NewSeal extends SealContent, ChainEnd {
  readonly chain: AuditChain;
  /** Key of its row in `audit_unsealed`. */
  readonly id: string;
}

/** Moves the entries from `audit_unsealed` into their chains. Positions are in the order of the seals. */
export async function insertSeals(
  tx: Session,
  seals: readonly NewSeal[],
  sealedAt: Instant,
): Promise<number> {
  return tx.run(sealStatement, [
    seals.map(({ chain }) => chain),
    seals.map(({ id }) => id),
    seals.map(({ sequence }) => sequence),
    seals.map(({ digests }) => arrayLiteral(digests)),
    seals.map(({ hash }) => hash),
    sealedAt,
  ]);
}

const sealStatement = statement(`
  WITH taken AS (
    DELETE FROM audit_unsealed AS unsealed
     USING unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bytea[]) WITH ORDINALITY
        AS seal (tenant_id, id, sequence, digests, hash, place)
     WHERE unsealed.tenant_id = seal.tenant_id AND unsealed.id = seal.id
    RETURNING unsealed.tenant_id, unsealed.at, unsealed.entry_ids, seal.sequence, seal.digests, seal.hash, seal.place)
  INSERT INTO audit_seals (tenant_id, sequence, position, at, entry_ids, digests, sealed_at, hash)
  SELECT tenant_id, sequence, nextval('audit_seal_positions'), at, entry_ids, digests::bytea[],
         to_timestamp($6::double precision / 1000), hash
    FROM (SELECT * FROM taken ORDER BY place) AS ordered`);

export type NewHead = Omit<HeadRow, "verifiedSequence" | "verifiedHash">;

/** Index: audit_heads_pkey. */
export async function upsertHeads(tx: Session, heads: readonly NewHead[]): Promise<void> {
  await tx.run(upsertHeadsStatement, [
    heads.map(({ tenantId }) => tenantId),
    heads.map(({ sequence }) => sequence),
    heads.map(({ hash }) => hash),
    heads.map(({ entryCount }) => entryCount),
    heads.map(({ sealedAt }) => sealedAt),
  ]);
}

const upsertHeadsStatement = statement(`
  INSERT INTO audit_heads (tenant_id, sequence, hash, entry_count, sealed_at)
  SELECT tenant_id, sequence, hash, entry_count, to_timestamp(sealed_at / 1000)
    FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bigint[], $5::double precision[])
      AS head (tenant_id, sequence, hash, entry_count, sealed_at)
  ON CONFLICT (tenant_id) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash,
    entry_count = excluded.entry_count, sealed_at = excluded.sealed_at`);

/** For metrics: entries that wait to be sealed, in groups that were recorded together, and the time of the oldest. */
export interface UnsealedLoad {
  readonly groups: number;
  readonly oldestAt: Instant | undefined;
}

export async function measureUnsealed(session: Session): Promise<UnsealedLoad> {
  const row = await session.first(measureStatement);
  return { groups: row?.groups ?? 0, oldestAt: row?.oldestAt };
}

const measureStatement = statement<{ readonly groups: number; readonly oldestAt: Instant | undefined }>(
  `SELECT count(*)::integer AS groups, min(at) AS oldest_at FROM audit_unsealed`,
);
