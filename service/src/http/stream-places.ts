import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** How many streams a node keeps open, over all and for one tenant: each holds a socket and some memory. */
export interface StreamPlaces {
  /** Answers the function to call at its end; refuses when there is no place left. */
  take(tenantId: TenantId): () => void;
}

export interface StreamLimits {
  readonly total: number;
  readonly perTenant: number;
}

const retryAfterSeconds = 10;

export function createStreamPlaces({ total, perTenant }: StreamLimits): StreamPlaces {
  const taken = new Map<TenantId, number>();
  let all = 0;
  const leave = (tenantId: TenantId): void => {
    all -= 1;
    const own = (taken.get(tenantId) ?? 0) - 1;
    if (own > 0) taken.set(tenantId, own);
    else taken.delete(tenantId);
  };
  return {
    take: (tenantId) => {
      const own = taken.get(tenantId) ?? 0;
      if (own >= perTenant) throw noPlace(`at most ${perTenant} streams may be open at once; close one`);
      if (all >= total) throw noPlace("too many streams are open right now");
      taken.set(tenantId, own + 1);
      all += 1;
      return () => leave(tenantId);
    },
  };
}

function noPlace(detail: string): RefusalError {
  return new RefusalError(refuse("rate_limited", detail, { retryAfterSeconds }));
}
