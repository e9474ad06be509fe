import { createHash } from "node:crypto";
import type { Instant } from "../kernel/instant.ts";

/** A chain of the audit log: that of a tenant, or `platform`. */
export type AuditChain = string;

/** The end of a chain. */
export interface ChainEnd {
  readonly sequence: bigint;
  readonly hash: Buffer;
}

/** The content of a seal: the entries of one chain that were recorded together, in their order. */
export interface SealContent {
  readonly sequence: bigint;
  readonly at: Instant;
  readonly sealedAt: Instant;
  readonly entryIds: readonly string[];
  /** SHA-256 of each entry. */
  readonly digests: readonly Buffer[];
}

/** Before the first seal of every chain. */
export const chainStart: ChainEnd = { sequence: 0n, hash: Buffer.alloc(32) };

/**
 * SHA-256 over the previous hash and the content of the seal. To change, drop, swap or insert entries, an attacker would
 * have to change every later hash too, and the heads that are stored elsewhere.
 */
export function hashSeal(chain: AuditChain, previousHash: Buffer, seal: SealContent): Buffer {
  return createHash("sha256").update(previousHash).update(sealText(chain, seal)).digest();
}

/** The hashed text: JSON with members in this order, so that it can be recomputed by hand. */
export function sealText(
  chain: AuditChain,
  { sequence, at, sealedAt, entryIds, digests }: SealContent,
): string {
  const entries = entryIds.map((id, index) => [id, digests[index]?.toString("hex") ?? null]);
  return JSON.stringify(["florin-audit-1", chain, sequence.toString(), at, sealedAt, entries]);
}
