import type { Session } from "../db/database.ts";
import { statement } from "../db/statement.ts";
import { formatInstant, type Instant } from "../kernel/instant.ts";
import type { AuditChain, ChainEnd, SealContent } from "./seal-hash.ts";

/** The first chain after one, in any of the tables: a chain that lost its head is found, too. */
export async function selectNextChain(session: Session, after: string): Promise<AuditChain | undefined> {
  return (await session.first(nextChainStatement, [after]))?.chain ?? undefined;
}

/** Indexes: the primary keys. */
const nextChainStatement = statement<{ readonly chain: string | undefined }>(`
  SELECT least((SELECT min(tenant_id) FROM audit_log WHERE tenant_id > $1),
               (SELECT min(tenant_id) FROM audit_seals WHERE tenant_id > $1),
               (SELECT min(tenant_id) FROM audit_heads WHERE tenant_id > $1),
               (SELECT min(tenant_id) FROM audit_unsealed WHERE tenant_id > $1)) AS chain`);

export interface SealRow extends SealContent, ChainEnd {}

/** Index: audit_seals_pkey. */
export async function selectSeals(
  session: Session,
  chain: AuditChain,
  { after, through, limit }: { readonly after: bigint; readonly through: bigint; readonly limit: number },
): Promise<readonly SealRow[]> {
  return session.rows(sealsStatement, [chain, after, through, limit]);
}

const sealsStatement = statement<SealRow>(`
  SELECT sequence, at, sealed_at, entry_ids, digests, hash FROM audit_seals
   WHERE tenant_id = $1 AND sequence > $2 AND sequence <= $3 ORDER BY sequence LIMIT $4`);

/** Head and last seal in one snapshot, and the seal after which the chain starts. */
export interface ChainEnds {
  readonly headSequence: bigint | undefined;
  readonly headHash: Buffer | undefined;
  readonly verifiedSequence: bigint | undefined;
  readonly verifiedHash: Buffer | undefined;
  readonly lastSequence: bigint | undefined;
  readonly prunedSequence: bigint | undefined;
  readonly prunedHash: Buffer | undefined;
}

/** Indexes: audit_heads_pkey, audit_prunings_pkey, audit_seals_pkey. */
export async function selectEnds(session: Session, chain: AuditChain): Promise<ChainEnds | undefined> {
  return session.first(endsStatement, [chain]);
}

const endsStatement = statement<ChainEnds>(`
  SELECT head.sequence AS head_sequence, head.hash AS head_hash, head.verified_sequence, head.verified_hash,
         (SELECT max(sequence) FROM audit_seals WHERE tenant_id = $1) AS last_sequence,
         pruned.sequence AS pruned_sequence, pruned.hash AS pruned_hash
    FROM (SELECT $1::text AS tenant_id) AS chain
    LEFT JOIN audit_heads AS head ON head.tenant_id = chain.tenant_id
    LEFT JOIN audit_prunings AS pruned ON pruned.tenant_id = chain.tenant_id`);

export interface StrayEntry {
  readonly id: string;
  readonly at: Instant;
  readonly isStray: boolean;
}

/**
 * A page of the log in time order, with whether an entry is neither sealed nor waiting. One statement, so that an entry
 * that is sealed meanwhile is seen either way. Indexes: audit_log_pkey, audit_seals_by_time, audit_unsealed_pkey.
 */
export async function selectStrays(
  session: Session,
  chain: AuditChain,
  { after, limit }: { readonly after: { readonly at: Instant; readonly id: string }; readonly limit: number },
): Promise<readonly StrayEntry[]> {
  return session.rows(straysStatement, [chain, formatInstant(after.at), after.id, limit]);
}

const straysStatement = statement<StrayEntry>(`
  SELECT id, at,
         NOT EXISTS (SELECT 1 FROM audit_seals AS seal
                      WHERE seal.tenant_id = $1 AND seal.at = entry.at AND entry.id = ANY (seal.entry_ids))
         AND NOT EXISTS (SELECT 1 FROM audit_unsealed AS unsealed
                          WHERE unsealed.tenant_id = $1 AND unsealed.id <= entry.id AND unsealed.at = entry.at
                            AND entry.id = ANY (unsealed.entry_ids)) AS is_stray
    FROM (SELECT id, at FROM audit_log
           WHERE tenant_id = $1 AND (at, id) > ($2::timestamptz, $3)
           ORDER BY at, id LIMIT $4) AS entry
   ORDER BY at, id`);

/** Index: audit_heads_pkey. A checkpoint never moves back, because two verifications may finish in any order. */
export async function updateVerified(
  session: Session,
  chain: AuditChain,
  { sequence, hash }: ChainEnd,
  verifiedAt: Instant,
): Promise<void> {
  await session.run(verifiedStatement, [chain, sequence, hash, formatInstant(verifiedAt)]);
}

const verifiedStatement = statement(`
  UPDATE audit_heads SET verified_sequence = $2, verified_hash = $3, verified_at = $4::timestamptz
   WHERE tenant_id = $1 AND (verified_sequence IS NULL OR verified_sequence <= $2)`);
