import { arrayLiteral } from "../db/array-literal.ts";
import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { RowOf } from "../db/table.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { RecordedEntry } from "./audit-entry.ts";
import type { AuditChain, ChainEnd, SealContent } from "./seal-hash.ts";
import { type EntryRow, toEntry } from "./store.ts";
import { auditExports, auditHeads, auditLog, auditSeals, auditUnsealed } from "./tables.ts";

/** True when this transaction is the only one that seals; the lock ends with it, on commit or rollback. */
export async function trySealingLock(tx: Session): Promise<boolean> {
  return (await tx.first(lockStatement))?.taken === true;
}

// Any number works, as long as nothing else in the database takes an advisory lock on it.
const lockStatement = statement<{ readonly taken: boolean }>(
  `SELECT pg_try_advisory_xact_lock(7306096912738530) AS taken`,
);

/** Entries that were recorded together and are not sealed yet. */
export type UnsealedRow = RowOf<typeof auditUnsealed>;

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
  SELECT ${auditUnsealed.list()} FROM audit_unsealed
   WHERE (tenant_id, id) > ($1, $2) ORDER BY tenant_id, id LIMIT $3`);

export type HeadRow = RowOf<typeof auditHeads>;

export const selectHeads = auditHeads.many({ by: ["tenantId[]"] });

/** The entries with these ids, in any order. Index: audit_log_pkey. */
export async function selectEntries(
  session: Session,
  chain: AuditChain,
  keys: readonly { readonly at: Instant; readonly id: string }[],
): Promise<readonly RecordedEntry[]> {
  const values = [chain, keys.map(({ at }) => formatInstant(at)), keys.map(({ id }) => id)];
  return (await session.rows(entriesStatement, values)).map(toEntry);
}

const entriesStatement = statement<EntryRow>(`
  SELECT entry.*
    FROM unnest($2::timestamptz[], $3::text[]) AS key (at, id)
   CROSS JOIN LATERAL (
     SELECT ${auditLog.list()} FROM audit_log
      WHERE tenant_id = $1 AND audit_log.at = key.at AND audit_log.id = key.id LIMIT 1) AS entry`);

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
    formatInstant(sealedAt),
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
         $6::timestamptz, hash
    FROM (SELECT * FROM taken ORDER BY place) AS ordered`);

export type NewHead = Pick<HeadRow, "tenantId" | "sequence" | "hash" | "entryCount" | "sealedAt">;

export const upsertHeads = auditHeads.insertMany({
  except: ["verifiedSequence", "verifiedHash", "verifiedAt"],
  onConflict: "replace",
});

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

export type ExportName = RowOf<typeof auditExports>["name"];

export const selectExported = auditExports.one({ by: ["name"] });
export const upsertExported = auditExports.insert({ onConflict: "replace" });

/** Index: audit_seals_by_position. */
export const selectLastSeal = auditSeals.many({
  orderBy: ["position DESC"],
  columns: ["position"],
  limit: 1,
});

/** Seals of all chains in the order of their commits. Index: audit_seals_by_position. */
export const selectSealsAfter = auditSeals.many({
  by: ["position >"],
  columns: ["position", "tenantId", "sequence", "hash", "at", "entryIds"],
  orderBy: ["position"],
  limit: true,
});

export type ExportedSeal = Pick<
  RowOf<typeof auditSeals>,
  "position" | "tenantId" | "sequence" | "hash" | "at" | "entryIds"
>;

/** For metrics: seals that are not exported yet. */
export async function countUnexported(session: Session): Promise<number> {
  return (await session.first(unexportedStatement))?.seals ?? 0;
}

const unexportedStatement = statement<{ readonly seals: number }>(`
  SELECT count(*)::integer AS seals FROM audit_seals
   WHERE position > coalesce((SELECT position FROM audit_exports WHERE name = 'siem'), 0)`);

/** The ends of the hash chains. */
export const chainHeads = auditHeads.view("tenant_id, sequence, hash");
