import type { Transaction } from "../db/database.ts";
import type { Json } from "../kernel/canonical-json.ts";
import type { Id, Network, TenantId } from "../kernel/id.ts";
import type { Instant } from "../kernel/instant.ts";

export type JobId = Id<"job">;

/** Work to be done later, at least once. The payload refers to things by id; it holds nothing secret or personal. */
export interface NewJob {
  readonly kind: string;
  /** The tenant whose share of the runners it uses; absent for platform work. */
  readonly tenantId?: TenantId;
  readonly network?: Network;
  readonly payload: Json;
  /** Earliest run time; absent means now. */
  readonly runAt?: Instant;
  /** Jobs of one type, tenant and network with the same key are the same work: at most one of them waits at a time. */
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

/** The handler's argument. */
export interface JobContext<Payload> {
  readonly job: Job<Payload>;
  /** 1 for the first. A job may have been started before: handlers are idempotent. */
  readonly attempt: number;
  /** Aborted when the job was lost to another runner, timed out, or the process must stop now. */
  readonly signal: AbortSignal;
  /**
   * Completes the job inside the handler's own transaction, so that effect and completion commit together and the
   * effect happens once. Throws a LostJobError when another runner has the job, which rolls the effect back.
   */
  completeIn(tx: Transaction): Promise<void>;
}

/** A claimed job: the token and the attempt together prove that this runner still holds it. */
export interface ClaimedJob extends Job<Json> {
  readonly attempt: number;
  readonly token: string;
}

export class LostJobError extends Error {
  override readonly name = "LostJobError";
}
