import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { createChainLease, LeaseLostError } from "../lease.ts";
import { type ScanDeps, scanDeposits } from "./scan-deposits.ts";

/** Scans one chain for deposits; only one process at a time scans a chain. */
export interface DepositScanner {
  start(): void;
  stop(): Promise<void>;
  turn(): Promise<Turn>;
  health(): { readonly lastScanAt: Instant | undefined };
}

export interface DepositScannerOptions extends Omit<ScanDeps, "lease"> {
  readonly newId: NewId;
  /** Lease holder name for operators; a generated id by default. */
  readonly holder?: string;
  readonly pollMs: number;
  readonly leaseMs: number;
}

export function createDepositScanner(options: DepositScannerOptions): DepositScanner {
  const { chain, database, clock, pollMs, leaseMs, onError } = options;
  const holder = options.holder ?? options.newId();
  const lease = createChainLease(database, chain.key, { task: "scan", holder, leaseMs });
  let lastScanAt: Instant | undefined;
  const turn = async (): Promise<Turn> => {
    if (!(await lease.hold())) return "wait";
    try {
      const hasProgress = await scanDeposits({ ...options, lease });
      lastScanAt = clock.now();
      return hasProgress ? "again" : "wait";
    } catch (error) {
      if (error instanceof LeaseLostError) return "wait";
      throw error;
    }
  };
  const loop = createPollLoop({ turn, pollMs, onError });
  return {
    turn,
    health: () => ({ lastScanAt }),
    start: () => loop.start(),
    stop: async () => {
      await loop.stop();
      await lease.release().catch(onError);
    },
  };
}
