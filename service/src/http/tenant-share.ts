import type { TenantId } from "../kernel/id.ts";
import { RefusalError, refuse } from "../kernel/refusal.ts";

/**
 * Limits the database connections one tenant may use at once. A tenant whose requests all wait for one hot row would
 * otherwise hold every connection, and all other tenants would wait with it. So would several such tenants, if each had
 * a fixed share: a tenant may take another connection only while that leaves enough free ones.
 */
export interface TenantShare {
  run<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T>;
  /** Counts a connection that has its own limit, until the returned function is called. */
  count(tenantId: string): () => void;
}

export interface TenantShareLimits {
  readonly connections: number;
  readonly maxWaiting: number;
}

interface Line {
  running: number;
  readonly waiting: (() => void)[];
}

const retryAfterSeconds = 1;
/** One tenant alone uses three quarters of the connections at most; several leave one for each that comes. */
const multipleOfFree = 3;

export function createTenantShare({ connections, maxWaiting }: TenantShareLimits): TenantShare {
  const lines = new Map<string, Line>();
  let running = 0;

  const mayRun = (line: Line): boolean => {
    const free = connections - running;
    return line.running === 0 ? free > 0 : line.running < multipleOfFree * (free - 1);
  };
  const lineOf = (tenantId: string): Line => {
    const line = lines.get(tenantId) ?? { running: 0, waiting: [] };
    lines.set(tenantId, line);
    return line;
  };
  const start = (line: Line): void => {
    line.running += 1;
    running += 1;
  };
  const end = (tenantId: string, line: Line): void => {
    line.running -= 1;
    running -= 1;
    if (line.running === 0 && line.waiting.length === 0) lines.delete(tenantId);
    startWaiting();
  };
  // The tenant with the fewest connections is next.
  const startWaiting = (): void => {
    for (;;) {
      const waiting = [...lines.values()].filter((line) => line.waiting.length > 0 && mayRun(line));
      const next = waiting.reduce<Line | undefined>(
        (fewest, line) => (fewest !== undefined && fewest.running <= line.running ? fewest : line),
        undefined,
      );
      if (next === undefined) return;
      start(next);
      next.waiting.shift()?.();
    }
  };

  const enter = async (line: Line): Promise<void> => {
    if (line.waiting.length === 0 && mayRun(line)) return start(line);
    if (line.waiting.length >= maxWaiting) throw tooManyWaiting();
    await new Promise<void>((resolve) => line.waiting.push(resolve));
  };

  return {
    run: async (tenantId, work) => {
      const line = lineOf(tenantId);
      await enter(line);
      try {
        return await work();
      } finally {
        end(tenantId, line);
      }
    },
    count: (tenantId) => {
      const line = lineOf(tenantId);
      start(line);
      return () => end(tenantId, line);
    },
  };
}

function tooManyWaiting(): RefusalError {
  return new RefusalError(
    refuse("overloaded", "too many of your requests are waiting", { retryAfterSeconds }),
  );
}
