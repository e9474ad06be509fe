import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/** Limits the open streams of a node, in total and per tenant: each holds a socket and some memory. */
export interface StreamPlaces {
  /** Returns the function to call at its end; refuses when the limit is reached. */
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
    const tenantCount = (taken.get(tenantId) ?? 0) - 1;
    if (tenantCount > 0) taken.set(tenantId, tenantCount);
    else taken.delete(tenantId);
  };
  return {
    take: (tenantId) => {
      const tenantCount = taken.get(tenantId) ?? 0;
      if (tenantCount >= perTenant)
        throw noPlace(`at most ${perTenant} streams may be open at once; close one first`);
      if (all >= total) throw noPlace("too many streams are open right now");
      taken.set(tenantId, tenantCount + 1);
      all += 1;
      return () => leave(tenantId);
    },
  };
}

function noPlace(detail: string): RefusalError {
  return new RefusalError(refuse("rate_limited", detail, { retryAfterSeconds }));
}
