import type { SendOutcome } from "../sender.ts";
import { delayAfter } from "./retry-schedule.ts";

/** What an attempt's outcome means. */
export type Verdict =
  | { readonly status: "succeeded" }
  | { readonly status: "failed"; readonly failureMessage: string; readonly retryInMs: number }
  | { readonly status: "exhausted"; readonly failureMessage: string; readonly isGone: boolean };

export interface Judged {
  readonly attemptNumber: number;
  /** In [0, 1). */
  readonly random: number;
  /** The endpoint has another address by now, so it is not gone where it is. */
  readonly hasMoved?: boolean;
}

const gone = 410;

/** Only 2xx counts as received. A redirect is a failure: nobody is followed. */
export function judge(outcome: SendOutcome, { attemptNumber, random, hasMoved = false }: Judged): Verdict {
  if (outcome.type === "answered" && isSuccess(outcome.statusCode)) return { status: "succeeded" };
  const failureMessage = outcome.type === "answered" ? `answered ${outcome.statusCode}` : outcome.message;
  if (outcome.type === "answered" && outcome.statusCode === gone && !hasMoved) {
    return { status: "exhausted", failureMessage, isGone: true };
  }
  const retryAfterMs = outcome.type === "answered" ? outcome.retryAfterMs : undefined;
  const retryInMs = delayAfter(attemptNumber, retryAfterMs, random);
  return retryInMs === undefined
    ? { status: "exhausted", failureMessage, isGone: false }
    : { status: "failed", failureMessage, retryInMs };
}

function isSuccess(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}
