import type { Transaction } from "../db/database.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Principal } from "./principal.ts";
import type { ApiRequest, ApiResponse } from "./route.ts";

/** Concurrent requests of one tenant in one network are written by set-based statements, each with its own outcome. */
export interface BatchWork {
  readonly kind: "batch";
  /** As of a write: calls external systems for one request, before it joins a batch. */
  inquire?(request: ApiRequest): Promise<Refusal | undefined>;
  /** A step before the work, which takes requests out of the batch. */
  readonly gate?: BatchGate;
  /** A refused request must have written nothing; the results are in the order of the requests. */
  readonly handle: HandleBatch;
}

export type HandleBatch = (
  tx: Transaction,
  scope: BatchScope,
  requests: readonly ApiRequest[],
) => Promise<readonly (ApiResponse | Refusal)[]>;

/** Sent together with the lock of the batch's idempotency keys. Undefined lets all requests pass. */
export type BatchGate = (tx: Transaction, scope: BatchScope) => Promise<Gatekeeper | undefined>;

export interface Gatekeeper {
  /** The results of the requests that do not pass, in order; undefined for the others. */
  stop(requests: readonly ApiRequest[]): Promise<readonly (ApiResponse | Refusal | undefined)[]>;
  /** Called for a request that is refused, here or by the work: takes back what was written for it. */
  release(request: ApiRequest): Promise<void>;
}

/** What the requests of a batch have in common. */
export type BatchScope = Pick<Principal, "tenantId" | "network">;
