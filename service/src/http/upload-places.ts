import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/**
 * Limits concurrent file uploads of a node, in total and per tenant: each holds memory and a connection to storage. A
 * waiting upload holds neither, because none of its body is read in the meantime.
 */
export interface UploadPlaces {
  /** Resolves with the function to call when done; refuses when too many wait already. */
  take(tenantId: TenantId): Promise<() => void>;
}

export interface UploadLimits {
  readonly total: number;
  readonly perTenant: number;
  readonly maxWaiting: number;
  /** Less than the total, so that one tenant cannot keep the others from waiting. */
  readonly maxWaitingPerTenant: number;
}

interface Waiting {
  readonly tenantId: TenantId;
  readonly go: () => void;
}

const retryAfterSeconds = 1;

export function createUploadPlaces(limits: UploadLimits): UploadPlaces {
  const { total, perTenant, maxWaiting, maxWaitingPerTenant } = limits;
  const taken = new Map<TenantId, number>();
  const waiting: Waiting[] = [];
  let all = 0;

  const isFree = (tenantId: TenantId): boolean => all < total && (taken.get(tenantId) ?? 0) < perTenant;
  const mayWait = (tenantId: TenantId): boolean =>
    waiting.length < maxWaiting &&
    waiting.filter((one) => one.tenantId === tenantId).length < maxWaitingPerTenant;
  const count = (tenantId: TenantId, change: 1 | -1): void => {
    all += change;
    const tenantCount = (taken.get(tenantId) ?? 0) + change;
    if (tenantCount > 0) taken.set(tenantId, tenantCount);
    else taken.delete(tenantId);
  };
  const leave = (tenantId: TenantId): void => {
    count(tenantId, -1);
    const next = waiting.findIndex((one) => isFree(one.tenantId));
    const [called] = next === -1 ? [] : waiting.splice(next, 1);
    if (called === undefined) return;
    // Counted immediately, so that no later upload gets ahead.
    count(called.tenantId, 1);
    called.go();
  };

  return {
    take: async (tenantId) => {
      if (isFree(tenantId)) count(tenantId, 1);
      else if (!mayWait(tenantId)) throw noPlace();
      else await new Promise<void>((go) => waiting.push({ tenantId, go }));
      return () => leave(tenantId);
    },
  };
}

function noPlace(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "too many files are being uploaded right now", { retryAfterSeconds }),
  );
}
