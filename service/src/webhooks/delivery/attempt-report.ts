/** Data of an attempt for metrics. */
export interface AttemptReport {
  readonly status: "succeeded" | "failed" | "exhausted";
  readonly durationMs: number;
  readonly attemptNumber: number;
}
