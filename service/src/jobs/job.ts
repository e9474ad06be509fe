import type { Transaction } from "../db/database.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type JobId = Id<"job">;

/** Work to be done later, at least once. The payload names things by id; it holds nothing secret or personal. */
export interface NewJob {
  readonly kind: string;
  /** Whose share of the runners it takes; absent for work of the platform itself. */
  readonly tenantId?: TenantId;
  readonly network?: Network;
  readonly payload: Json;
  /** Not before; absent means now. */
  readonly runAt?: Instant;
  /** Jobs of one kind, tenant and network with one key are the same work: at most one of them waits at a time. */
  readonly dedupeKey?: string;
}

export interface Job<Payload> {
  readonly id: JobId;
  readonly kind: string;
  readonly tenantId: TenantId | undefined;
  readonly network: Network | undefined;
  readonly payload: Payload;
  readonly runAt: Instant;
  readonly createdAt: Instant;
}

/** What a handler gets. */
export interface JobContext<Payload> {
  readonly job: Job<Payload>;
  /** 1 for the first. A job may have been begun before: handlers are idempotent. */
  readonly attempt: number;
  /** Aborted when the job was lost to another runner, took too long, or the process has no more time to stop. */
  readonly signal: AbortSignal;
  /**
   * Completes the job inside the handler's own transaction, so that effect and completion commit together and the
   * effect happens once. Throws a LostJobError when another runner has the job, which rolls the effect back.
   */
  completeIn(tx: Transaction): Promise<void>;
}

/** A job as a runner holds it: the token and the attempt together prove that it is still this runner's. */
export interface ClaimedJob extends Job<Json> {
  readonly attempt: number;
  readonly token: string;
}

export class LostJobError extends Error {
  override readonly name = "LostJobError";
}
