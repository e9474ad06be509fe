/** What is counted of an attempt. */
export interface AttemptReport {
  readonly status: "succeeded" | "failed" | "exhausted";
  readonly durationMs: number;
  readonly attemptNumber: number;
}
