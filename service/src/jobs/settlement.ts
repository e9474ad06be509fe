import { addMs, type Instant } from "../kernel/instant.ts";
import { backoffMs } from "./backoff.ts";
import type { JobDefinition } from "./define-job.ts";
import { errorText } from "./error-text.ts";
import type { ClaimedJob } from "./job.ts";
import type { JobOutcome } from "./run-job.ts";
import type { Burial, PutBack } from "./settle-store.ts";

export interface EndedJob {
  readonly definition: JobDefinition;
  readonly job: ClaimedJob;
  readonly outcome: JobOutcome;
}

/** The write that ends a run. */
export type Settlement =
  | { readonly type: "nothing" }
  | { readonly type: "remove" }
  | ({ readonly type: "put_back" } & PutBack)
  | ({ readonly type: "mark_dead" } & Burial);

export function decideSettlement(ended: EndedJob, now: Instant, random: number): Settlement {
  const { definition, job, outcome } = ended;
  switch (outcome.type) {
    case "done":
      return { type: "remove" };
    case "settled":
    case "lost":
      return { type: "nothing" };
    case "released":
      return { type: "put_back", job, attempts: job.attempt - 1, runAt: job.runAt, lastError: undefined };
    case "failed": {
      const lastError = errorText(outcome.error, job.payload);
      if (job.attempt >= definition.maxAttempts) return { type: "mark_dead", job, lastError };
      const runAt = addMs(now, backoffMs(definition.backoff, job.attempt, random));
      return { type: "put_back", job, attempts: job.attempt, runAt, lastError };
    }
  }
}
