import type { ApplicationId, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";
import type { LoggedRequest } from "./logged-request.ts";

/** When an application last made a request. */
export interface ApplicationUse {
  readonly tenantId: TenantId;
  readonly network: Network;
  readonly applicationId: ApplicationId;
  readonly at: Instant;
}

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
        .filter(({ applicationId, at }) => at - (kept.get(applicationId) ?? 0) >= everyMs)
        .sort((left, right) => (left.applicationId < right.applicationId ? -1 : 1)),
    keep: (uses) => {
      if (kept.size + uses.length > maxRemembered) kept.clear();
      for (const { applicationId, at } of uses) kept.set(applicationId, at);
    },
  };
}

function latestUses(requests: readonly LoggedRequest[]): ReadonlyMap<ApplicationId, ApplicationUse> {
  const latest = new Map<ApplicationId, ApplicationUse>();
  for (const { tenantId, network, applicationId, at } of requests) {
    const before = latest.get(applicationId);
    if (before === undefined || before.at < at)
      latest.set(applicationId, { tenantId, network, applicationId, at });
  }
  return latest;
}
