import type { RowOf } from "../db/table.ts";
import type { ApplicationId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LoggedRequest } from "./logged-request.ts";
import type { applicationUses } from "./tables.ts";

/** When an application last made a request. */
export type ApplicationUse = RowOf<typeof applicationUses>;

export interface UseNotes {
  /** Uses in these requests that need writing, in the order in which rows are locked. */
  updateOf(requests: readonly LoggedRequest[]): readonly ApplicationUse[];
  keep(uses: readonly ApplicationUse[]): void;
}

/** Resolution of the last-used time; each update is a write. */
const everyMs = 60_000;
/** Maximum number of applications cached here. Clearing the cache costs one extra write per application. */
const maxRemembered = 50_000;

export function createUseNotes(): UseNotes {
  const kept = new Map<ApplicationId, Instant>();
  return {
    updateOf: (requests) =>
      [...latestUses(requests).values()]
        .filter(({ applicationId, lastUsedAt }) => lastUsedAt - (kept.get(applicationId) ?? 0) >= everyMs)
        .sort((left, right) => (left.applicationId < right.applicationId ? -1 : 1)),
    keep: (uses) => {
      if (kept.size + uses.length > maxRemembered) kept.clear();
      for (const { applicationId, lastUsedAt } of uses) kept.set(applicationId, lastUsedAt);
    },
  };
}

function latestUses(requests: readonly LoggedRequest[]): ReadonlyMap<ApplicationId, ApplicationUse> {
  const latest = new Map<ApplicationId, ApplicationUse>();
  for (const { tenantId, network, applicationId, at: lastUsedAt } of requests) {
    const before = latest.get(applicationId);
    if (before === undefined || before.lastUsedAt < lastUsedAt)
      latest.set(applicationId, { tenantId, network, applicationId, lastUsedAt });
  }
  return latest;
}
