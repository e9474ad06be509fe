import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kernel/instant.ts";
import type { Chain, FailureReason } from "../chain.ts";
import type { ChainLease } from "../lease.ts";
import type { ChainWorkOwner } from "./chain-work.ts";
import type { Patience } from "./judge-status.ts";

/** What every step of the engine is handed. */
export interface EngineDeps {
  readonly chain: Chain;
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: ChainLease;
  readonly owners: ReadonlyMap<string, ChainWorkOwner>;
  readonly patience: EnginePatience;
  readonly report: (report: EngineReport) => void;
  readonly onError: (error: unknown) => void;
  /** Where tests stop the engine; between any two of these a process may be killed. */
  readonly checkpoint: (point: Checkpoint) => Promise<void>;
}

export interface EnginePatience extends Patience {
  /** How long a "no" of the check may come from a node that is behind, before it is believed. */
  readonly checkGraceMs: number;
}

export const checkpoints = [
  "checked",
  "reserved",
  "signed",
  "stored",
  "marked-sent",
  "broadcast",
  "looked",
  "noted",
  "settling",
  "settled",
] as const;
export type Checkpoint = (typeof checkpoints)[number];

export type EngineReport =
  | { readonly type: "held-back"; readonly workId: string; readonly detail: string }
  | { readonly type: "rejected"; readonly workId: string; readonly detail: string }
  | { readonly type: "repriced"; readonly workId: string; readonly attempts: number }
  | { readonly type: "forgotten"; readonly workId: string }
  | { readonly type: "tried-again"; readonly workId: string; readonly because: string }
  | {
      readonly type: "failed";
      readonly workId: string;
      readonly reason: FailureReason;
      readonly detail: string;
    };

/** As often as the chain may include a transaction without success before the work has failed. */
export const maxFailures = 3;
/** Work under way at once; what is beyond waits in the queue. */
export const maxLive = 2_000;
/** How much one step takes at once. */
export const batchSize = 256;
/** How much of it is signed before the first of it leaves. */
export const portionSize = 64;
/** How many questions a node is asked at the same time. */
export const nodeConcurrency = 16;
