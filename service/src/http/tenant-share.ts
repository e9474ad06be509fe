import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/**
 * Limits the database connections one tenant may use at once. A tenant whose requests all wait for one hot row would
 * otherwise hold every connection, and all other tenants would wait with it.
 */
export interface TenantShare {
  run<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T>;
}

export interface TenantShareLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const retryAfterSeconds = 1;

export function createTenantShare({ maxRunning, maxWaiting }: TenantShareLimits): TenantShare {
  const lines = new Map<TenantId, Line>();

  const enter = async (tenantId: TenantId): Promise<Line> => {
    const line = lines.get(tenantId) ?? { running: 0, waiting: [] };
    lines.set(tenantId, line);
    if (line.running < maxRunning) {
      line.running += 1;
      return line;
    }
    if (line.waiting.length >= maxWaiting) throw tooManyWaiting();
    // The finished request passes its slot on, so the count does not change.
    await new Promise<void>((resolve) => line.waiting.push(resolve));
    return line;
  };

  const leave = (tenantId: TenantId, line: Line): void => {
    const next = line.waiting.shift();
    if (next !== undefined) {
      next();
      return;
    }
    line.running -= 1;
    if (line.running === 0) lines.delete(tenantId);
  };

  return {
    run: async (tenantId, work) => {
      const line = await enter(tenantId);
      try {
        return await work();
      } finally {
        leave(tenantId, line);
      }
    },
  };
}

function tooManyWaiting(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "too many of your requests are waiting", { retryAfterSeconds }),
  );
}
