import { createFencedLease, LeaseLostError } from "../../db/fenced-lease.ts";
import { createPollLoop, type Turn } from "../../db/poll-loop.ts";
import type { WakeUp } from "../../db/wake-up.ts";
import type { NewId } from "../../kernel/id.ts";
import type { Instant } from "../../kernel/instant.ts";
import { blockTopic, leaseTask } from "../chain-name.ts";
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
  readonly wakeUp?: Pick<WakeUp, "listen">;
  readonly pollMs: number;
  /** The longest pause between two scans of a chain that reports its blocks; `pollMs` by default. */
  readonly idleMs?: number;
  readonly leaseMs: number;
}

export function createDepositScanner(options: DepositScannerOptions): DepositScanner {
  const { chain, database, clock, pollMs, idleMs, leaseMs, onError } = options;
  const holder = options.holder ?? options.newId();
  const lease = createFencedLease(database, { task: leaseTask("scan", chain.key), holder, leaseMs });
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
  const loop = createPollLoop({ name: "chains.scan", turn, pollMs, idleMs, onError });
  let stopListening: (() => void) | undefined;
  return {
    turn,
    health: () => ({ lastScanAt }),
    start: () => {
      stopListening = options.wakeUp?.listen(blockTopic(chain.key), loop.wake);
      loop.start();
    },
    stop: async () => {
      stopListening?.();
      await loop.stop();
      await lease.release().catch(onError);
    },
  };
}
