import type { Database, Transaction } from "../../db/database.ts";
import type { FencedLease } from "../../db/fenced-lease.ts";
import type { Clock, Instant } from "../../kernel/instant.ts";
import type { Chain, FailureReason } from "../chain.ts";
import type { KeyRef } from "../signer.ts";
import type { ChainWorkOwner, ChainWorkScope } from "./chain-work.ts";
import type { Patience } from "./decide-submissions.ts";

/** Dependencies of the engine's steps. */
export interface EngineDeps {
  readonly chain: Chain;
  readonly database: Database;
  readonly clock: Clock;
  readonly lease: FencedLease;
  /** Address of a sending key. */
  readonly addressOf: (key: KeyRef) => Promise<string>;
  readonly owners: ReadonlyMap<string, ChainWorkOwner>;
  readonly patience: EnginePatience;
  readonly countConfirmations: CountConfirmations;
  readonly report: (report: EngineReport) => void;
  readonly onError: (error: unknown) => void;
  /** Kill points for tests: the process may be killed at any of them. */
  readonly checkpoint: (point: Checkpoint) => Promise<void>;
}

/** Counts transactions that became final, by the time since they were first sent. */
export type CountConfirmations = (
  tx: Transaction,
  scope: ChainWorkScope,
  confirmed: readonly { readonly chain: string; readonly sentAt: Instant }[],
  now: Instant,
) => Promise<void>;

export interface EnginePatience extends Patience {
  /** How long a failed check is attributed to a lagging node before it counts. */
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
  | { readonly type: "repriced"; readonly workId: string; readonly submissions: number }
  | { readonly type: "reorged"; readonly workId: string }
  | { readonly type: "unknown-effect"; readonly workId: string }
  | { readonly type: "tried-again"; readonly workId: string; readonly because: string }
  | {
      readonly type: "failed";
      readonly workId: string;
      readonly reason: FailureReason;
      readonly detail: string;
    };

/** An operation fails after this many included transactions without effect. */
export const maxFailures = 3;
/** When an operation that took effect by an unknown transaction is checked again. */
export const lookAgainMs = 60_000;
/** Maximum number of live submissions; further operations wait in the queue. */
export const maxLive = 2_000;
/** Maximum batch size of a step. */
export const batchSize = 256;
/** How many transactions are signed before the first of them is sent. */
export const portionSize = 64;
/** Maximum number of concurrent requests to a node. */
export const nodeConcurrency = 16;
