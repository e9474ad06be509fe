import type { Session, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import { decideLimits, refuseTooLarge } from "./decide-limits.ts";
import { hasWindow, isLimitedBy, type LimitCandidate, type TransferLimit } from "./transfer-limit.ts";
import { countUsage, readUsage, releaseUsage } from "./usage.ts";

/**
 * Refuses the candidates that exceed a limit, and counts the others. Call it before they are written, in the same
 * transaction: usage stays locked until it ends, so that no other batch is counted at the same time. It takes one
 * statement if all are accepted, and none for a tenant without limits.
 */
export async function countCandidates(
  tx: Transaction,
  tenantId: TenantId,
  tenantLimits: readonly TransferLimit[],
  candidates: readonly (LimitCandidate | undefined)[],
  now: Instant,
): Promise<readonly (Refusal | undefined)[]> {
  const limits = applyingTo(tenantLimits, candidates);
  if (limits.length === 0) return candidates.map(() => undefined);
  const tooLarge = candidates.map((candidate) => candidate && refuseTooLarge(limits, candidate));
  const counted = candidates.map((candidate, index) =>
    tooLarge[index] === undefined ? candidate : undefined,
  );
  const windows = limits.filter(hasWindow);
  const used = await countUsage(tx, tenantId, windows, amountsOf(counted, now), now);
  const beyondWindow = decideLimits(windows, used, counted);
  const refused = counted.filter((_, index) => beyondWindow[index] !== undefined);
  await releaseCandidates(tx, tenantId, windows, refused, now);
  return candidates.map((_, index) => tooLarge[index] ?? beyondWindow[index]);
}

/** Candidates that were counted, and then refused for another reason. */
export async function releaseCandidates(
  tx: Transaction,
  tenantId: TenantId,
  limits: readonly TransferLimit[],
  candidates: readonly (LimitCandidate | undefined)[],
  now: Instant,
): Promise<void> {
  await releaseUsage(tx, tenantId, limits.filter(hasWindow), amountsOf(candidates, now), now);
}

/** The refusal of a candidate if it were requested now. */
export async function quoteLimits(
  session: Session,
  tenantId: TenantId,
  tenantLimits: readonly TransferLimit[],
  candidate: LimitCandidate,
  now: Instant,
): Promise<Refusal | undefined> {
  const limits = applyingTo(tenantLimits, [candidate]);
  const used = await readUsage(session, tenantId, limits.filter(hasWindow), now);
  return decideLimits(limits, used, [candidate])[0];
}

function applyingTo(
  limits: readonly TransferLimit[],
  candidates: readonly (LimitCandidate | undefined)[],
): readonly TransferLimit[] {
  return limits.filter((limit) =>
    candidates.some((candidate) => candidate !== undefined && isLimitedBy(candidate, limit)),
  );
}

function amountsOf(candidates: readonly (LimitCandidate | undefined)[], createdAt: Instant) {
  return candidates.flatMap((candidate) => (candidate === undefined ? [] : [{ ...candidate, createdAt }]));
}
