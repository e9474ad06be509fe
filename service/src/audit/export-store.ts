import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import type { Instant } from "../kernel/instant.ts";
import type { AuditChain, ChainEnd } from "./seal-hash.ts";

/** The name of an export: each has its own position. */
export type ExportName = "siem" | "notices";

/** Undefined before the first export. Index: audit_exports_pkey. */
export async function selectExported(session: Session, name: ExportName): Promise<bigint | undefined> {
  return (await session.first(exportedStatement, [name]))?.position;
}

const exportedStatement = statement<{ readonly position: bigint }>(
  `SELECT position FROM audit_exports WHERE name = $1`,
);

/** Zero if there is no seal. Index: audit_seals_by_position. */
export async function selectLastPosition(session: Session): Promise<bigint> {
  return (await session.first(lastStatement))?.position ?? 0n;
}

const lastStatement = statement<{ readonly position: bigint }>(
  `SELECT position FROM audit_seals ORDER BY position DESC LIMIT 1`,
);

/** Index: audit_exports_pkey. */
export async function upsertExported(
  session: Session,
  name: ExportName,
  position: bigint,
  now: Instant,
): Promise<void> {
  await session.run(upsertStatement, [name, position, now]);
}

const upsertStatement = statement(`
  INSERT INTO audit_exports (name, position, exported_at)
  VALUES ($1, $2, to_timestamp($3::double precision / 1000))
  ON CONFLICT (name) DO UPDATE SET position = excluded.position, exported_at = excluded.exported_at`);

export interface ExportRow extends ChainEnd {
  readonly position: bigint;
  readonly tenantId: AuditChain;
  readonly at: Instant;
  readonly entryIds: readonly string[];
}

/** Seals of all chains in the order of their commits. Index: audit_seals_by_position. */
export async function selectSealsAfter(
  session: Session,
  position: bigint,
  limit: number,
): Promise<readonly ExportRow[]> {
  return session.rows(sealsStatement, [position, limit]);
}

const sealsStatement = statement<ExportRow>(`
  SELECT position, tenant_id, sequence, hash, at, entry_ids FROM audit_seals
   WHERE position > $1 ORDER BY position LIMIT $2`);

/** For metrics: seals that are not exported yet. */
export async function countUnexported(session: Session): Promise<number> {
  return (await session.first(countStatement))?.seals ?? 0;
}

const countStatement = statement<{ readonly seals: number }>(`
  SELECT count(*)::integer AS seals FROM audit_seals
   WHERE position > coalesce((SELECT position FROM audit_exports WHERE name = 'siem'), 0)`);
