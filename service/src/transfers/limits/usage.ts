import type { Session, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { type Clock, formatInstant, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { Refusal } from "../../kernel/refusal.ts";
import type { Transfer } from "../transfer.ts";
import { decideLimits, noUsage, refuseTooLarge, type Usage, type UsageByLimit } from "./decide-limits.ts";
import { type DefaultLimitsDeps, defaultScopes, loadLimits } from "./default-limits.ts";
import { selectLimits } from "./store.ts";
import {
  hasWindow,
  isLimitedBy,
  type LimitCandidate,
  type LimitFacts,
  type LimitId,
  type LimitScope,
  limitCandidateOf,
  type TransferLimit,
} from "./transfer-limit.ts";
import {
  addUsage,
  changeUsage,
  type DayAmounts,
  selectMoved,
  selectUsage,
  type Window,
} from "./usage-store.ts";

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

/** What was canceled, has failed or was returned no longer counts toward the day on which it was created. */
export async function releaseLimits(
  { clock }: { readonly clock: Clock },
  tx: Transaction,
  tenantId: TenantId,
  amounts: readonly CountedAmount[],
): Promise<void> {
  if (amounts.length === 0) return;
  const limits = [...(await selectLimits(tx, { tenantId })), ...defaultScopes];
  await releaseUsage(tx, tenantId, limits, amounts, clock.now());
}

export interface CountRerouteDeps extends DefaultLimitsDeps {
  readonly clock: Clock;
}

/**
 * Counts a transfer that is about to take another rail toward the limits of that rail, and no longer toward those of the
 * former one. If it exceeds one of them, nothing is counted, and the refusal is returned.
 */
export async function countReroute(
  deps: CountRerouteDeps,
  tx: Transaction,
  before: Transfer,
  after: Transfer,
): Promise<Refusal | undefined> {
  const { tenantId, createdAt } = before;
  const now = deps.clock.now();
  const limits = await loadLimits(deps, tx, tenantId);
  const [former, next] = [limitCandidateOf(before), limitCandidateOf(after)];
  const added = limits.filter((limit) => isLimitedBy(next, limit) && !isLimitedBy(former, limit));
  const tooLarge = refuseTooLarge(added, next);
  if (tooLarge !== undefined) return tooLarge;
  const windows = added.filter(hasWindow);
  const counted = [{ ...next, createdAt }];
  const [beyond] = decideLimits(windows, await countUsage(tx, tenantId, windows, counted, now), [next]);
  if (beyond !== undefined) {
    await releaseUsage(tx, tenantId, windows, counted, now);
    return beyond;
  }
  const left = limits.filter((limit) => isLimitedBy(former, limit) && !isLimitedBy(next, limit));
  await releaseUsage(tx, tenantId, left, [{ ...former, createdAt }], now);
  return undefined;
}

/** A limit and its usage. */
export interface UsedLimit extends TransferLimit {
  readonly used: Usage;
}

/** A tenant's limits with their usage, oldest first. Nothing is locked, so the usage may already be higher. */
export async function showLimits(
  deps: DefaultLimitsDeps,
  session: Session,
  tenantId: TenantId,
  now: Instant,
): Promise<readonly UsedLimit[]> {
  const limits = await loadLimits(deps, session, tenantId);
  const used = await readUsage(session, tenantId, limits, now);
  return limits.map((limit) => ({ ...limit, used: used.get(limit.id) ?? noUsage }));
}

type CountedLimit = LimitScope & { readonly id: LimitId };

/** An amount that counts on the day on which it was created. */
export interface CountedAmount extends LimitFacts {
  readonly cents: bigint;
  readonly createdAt: Instant;
}

/**
 * Counts amounts toward the limits that apply to them, and returns the usage of these limits before. No other batch
 * counts at the same time, until the transaction ends.
 */
async function countUsage(
  tx: Transaction,
  tenantId: TenantId,
  limits: readonly CountedLimit[],
  amounts: readonly CountedAmount[],
  now: Instant,
): Promise<UsageByLimit> {
  const window = windowOf(now);
  const counted = sumsOf(limits, amounts, 1n);
  if (counted.length === 0) return new Map();
  const rows = await addUsage(tx, tenantId, counted, window);
  const unused = limits.filter(({ id }) => rows.some((row) => row.id === id && row.isNew));
  // The first use of a limit. Its row is locked now, so nothing is counted twice or missed.
  const moved = await selectMoved(tx, tenantId, unused, window);
  const complete = unused.length === 0 ? [] : await addUsage(tx, tenantId, moved, window);
  const own = new Map(
    counted.map(({ id, days }) => [id, [...days.values()].reduce((sum, cents) => sum + cents, 0n)]),
  );
  return new Map(
    [...rows, ...complete].map(({ id, todayCents, thirtyDayCents }) => {
      const cents = own.get(id) ?? 0n;
      return [id, { todayCents: todayCents - cents, thirtyDayCents: thirtyDayCents - cents }];
    }),
  );
}

/** Amounts that were counted and are not moved after all. */
async function releaseUsage(
  tx: Transaction,
  tenantId: TenantId,
  limits: readonly CountedLimit[],
  amounts: readonly CountedAmount[],
  now: Instant,
): Promise<void> {
  await changeUsage(tx, tenantId, sumsOf(limits, amounts, -1n), windowOf(now));
}

/** Current usage, for display and quotes: nothing is locked or counted. */
export async function readUsage(
  session: Session,
  tenantId: TenantId,
  limits: readonly CountedLimit[],
  now: Instant,
): Promise<UsageByLimit> {
  const window = windowOf(now);
  const rows = await selectUsage(
    session,
    tenantId,
    limits.map(({ id }) => id),
    window,
  );
  const used = new Map(rows.map(({ id, ...usage }) => [id, usage]));
  const unused = limits.filter(({ id }) => !used.has(id));
  for (const { id, days } of await selectMoved(session, tenantId, unused, window)) {
    const thirtyDayCents = [...days.values()].reduce((sum, cents) => sum + cents, 0n);
    used.set(id, { todayCents: days.get(window.today) ?? 0n, thirtyDayCents });
  }
  return used;
}

/** Signed sums by limit and day. */
function sumsOf(
  limits: readonly CountedLimit[],
  amounts: readonly CountedAmount[],
  sign: 1n | -1n,
): readonly DayAmounts[] {
  return limits.flatMap((limit) => {
    const days = new Map<string, bigint>();
    for (const amount of amounts.filter((each) => isLimitedBy(each, limit))) {
      const day = dayOf(amount.createdAt);
      days.set(day, (days.get(day) ?? 0n) + sign * amount.cents);
    }
    return days.size === 0 ? [] : [{ id: limit.id, days }];
  });
}

const dayMs = 24 * 60 * 60_000;
const windowDays = 30;

function windowOf(now: Instant): Window {
  const midnight = now - (now % dayMs);
  const from = instantFromMs(midnight - (windowDays - 1) * dayMs);
  return { from, firstDay: dayOf(from), today: dayOf(now) };
}

/** The UTC day, such as 2026-11-17. */
function dayOf(instant: Instant): string {
  return formatInstant(instant).slice(0, "2026-11-17".length);
}
