import type { Database } from "../db/database.ts";
import { closeLease, openLease, putBackLostJobs, removeExpiredLeases, renewLease } from "./lease-store.ts";

/** A runner's lease on its jobs: one row that it renews, whatever the number of jobs it holds. */
export interface Lease {
  /** The token to claim with, or undefined while there is no lease. */
  token(): string | undefined;
  /** Opens the lease when there is none, else renews it. Call it several times within its duration. */
  beat(): Promise<void>;
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly database: Database;
  readonly leaseMs: number;
  readonly newToken: () => string;
  readonly onOpened: () => void;
  /** The jobs held under this token belong, or may soon belong, to another runner. */
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
  // Measured from before the statement was sent, so this side never trusts the lease longer than the database does.
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
    // It may have expired on this side while the statement was in flight; then it stays lost.
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

/** Reclaims the jobs of expired leases and makes them ready again; returns how many. */
export async function reclaimLostJobs(database: Database): Promise<number> {
  return database.transaction(async (tx) => {
    const tokens = await removeExpiredLeases(tx, maxLeasesAtOnce);
    return tokens.length === 0 ? 0 : putBackLostJobs(tx, tokens);
  });
}
