import type { SendOutcome } from "../sender.ts";
import { delayAfter } from "./retry-schedule.ts";

/** What the outcome of an attempt means. */
export type Outcome =
  | { readonly status: "succeeded" }
  | { readonly status: "failed"; readonly failureMessage: string; readonly retryInMs: number }
  | { readonly status: "exhausted"; readonly failureMessage: string; readonly isGone: boolean };

export interface Evaluated {
  readonly attemptNumber: number;
  /** In [0, 1). */
  readonly random: number;
  /** The subscription has another URL by now, so its endpoint is not gone. */
  readonly hasMoved?: boolean;
}

const gone = 410;

/** Only 2xx counts as received. A redirect is a failure: redirects are not followed. */
export function evaluate(
  outcome: SendOutcome,
  { attemptNumber, random, hasMoved = false }: Evaluated,
): Outcome {
  if (outcome.type === "responded" && isSuccess(outcome.statusCode)) return { status: "succeeded" };
  const failureMessage = outcome.type === "responded" ? `HTTP ${outcome.statusCode}` : outcome.message;
  if (outcome.type === "responded" && outcome.statusCode === gone && !hasMoved) {
    return { status: "exhausted", failureMessage, isGone: true };
  }
  const retryAfterMs = outcome.type === "responded" ? outcome.retryAfterMs : undefined;
  const retryInMs = delayAfter(attemptNumber, retryAfterMs, random);
  return retryInMs === undefined
    ? { status: "exhausted", failureMessage, isGone: false }
    : { status: "failed", failureMessage, retryInMs };
}

function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}
