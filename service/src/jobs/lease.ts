import type { Database } from "../db/database.ts";
import { closeLease, openLease, putBackLostJobs, removeExpiredLeases, renewLease } from "./lease-store.ts";

/** A runner's right to its jobs: one row that it keeps alive, whatever the number of jobs behind it. */
export interface Lease {
  /** The token to claim with, or undefined while there is no lease. */
  token(): string | undefined;
  /** Opens the lease when there is none, else keeps it alive. Call it several times within its length. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly database: Database;
  readonly leaseMs: number;
  readonly newToken: () => string;
  readonly onOpened: () => void;
  /** The jobs held under this token are, or may soon be, somebody else's. */
  readonly onLost: (token: string) => void;
}

export function createLease(options: LeaseOptions): Lease {
  const { database, leaseMs } = options;
  let token: string | undefined;
  let expiry: NodeJS.Timeout | undefined;

  const lose = (): void => {
    const lost = token;
    token = undefined;
    clearTimeout(expiry);
    if (lost !== undefined) options.onLost(lost);
  };
  // Counted from before the statement was sent, so this side never believes in the lease longer than the database does.
  const watchSince = (sentAtMs: number): void => {
    clearTimeout(expiry);
    expiry = setTimeout(lose, Math.max(0, sentAtMs + leaseMs - performance.now()));
  };

  const open = async (): Promise<void> => {
    const sentAtMs = performance.now();
    const opened = options.newToken();
    await openLease(database, opened, leaseMs);
    token = opened;
    watchSince(sentAtMs);
    options.onOpened();
  };

  const renew = async (held: string): Promise<void> => {
    const sentAtMs = performance.now();
    const alive = await renewLease(database, held, leaseMs);
    // It may have run out on this side while the database was being asked; then it stays given up.
    if (token !== held) return;
    if (alive) watchSince(sentAtMs);
    else lose();
  };

  return {
    token: () => token,
    beat: async () => {
      if (token !== undefined) await renew(token);
      if (token === undefined) await open();
    },
    close: async () => {
      const held = token;
      token = undefined;
      clearTimeout(expiry);
      if (held !== undefined) await closeLease(database, held);
    },
  };
}

const maxLeasesAtOnce = 20;

/** Takes the jobs of runners that went silent and makes them ready again; answers how many. */
export async function reclaimLostJobs(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const tokens = await removeExpiredLeases(tx, maxLeasesAtOnce);
    return tokens.length === 0 ? 0 : putBackLostJobs(tx, tokens);
  });
}
