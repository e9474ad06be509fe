import type { Instant } from "../kernel/instant.ts";
import type { JobId } from "./job.ts";

/** Reports for operators. The text is bounded and free of payload values; the error itself may not be. */
export type JobReport =
  | (JobFailure & { readonly type: "failed"; readonly nextRunAt: Instant })
  | (JobFailure & { readonly type: "died" })
  | { readonly type: "lost"; readonly jobId: JobId; readonly kind: string }
  | { readonly type: "lease_lost"; readonly runningCount: number }
  | { readonly type: "reclaimed"; readonly count: number }
  /** The database was unreachable; the runner pauses and continues. */
  | { readonly type: "unavailable"; readonly error: unknown };

export interface JobFailure {
  readonly jobId: JobId;
  readonly kind: string;
  readonly attempt: number;
  readonly errorText: string;
  readonly error: unknown;
}
