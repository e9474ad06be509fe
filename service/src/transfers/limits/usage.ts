import type { Session, Transaction } from "../../db/database.ts";
import type { TenantId } from "../../kernel/id.ts";
import { formatInstant, type Instant, instantFromMs } from "../../kernel/instant.ts";
import type { UsageByLimit } from "./decide-limits.ts";
import { isLimitedBy, type LimitFacts, type LimitId, type LimitScope } from "./transfer-limit.ts";
import {
  addUsage,
  changeUsage,
  type DayAmounts,
  selectMoved,
  selectUsage,
  type Window,
} from "./usage-store.ts";

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
export async function countUsage(
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
export async function releaseUsage(
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
