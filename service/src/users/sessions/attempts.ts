import type { AttemptLimiter } from "../../auth/index.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Rejects the attempt after too many failures. */
export function requireCalm(
  attempts: AttemptLimiter,
  attempt: Parameters<AttemptLimiter["secondsToWait"]>[0],
): void {
  refuseFor(attempts.secondsToWait(attempt));
}

/** Counts the outcome of an attempt; rejects it if the limit was reached before, whether or not it is right. */
export async function recordOutcome(
  attempts: AttemptLimiter,
  attempt: Parameters<AttemptLimiter["secondsToWait"]>[0],
  isRight: boolean,
): Promise<void> {
  refuseFor(await (isRight ? attempts.recordSuccess(attempt) : attempts.recordFailure(attempt)));
}

function refuseFor(retryAfterSeconds: number | undefined): void {
  if (retryAfterSeconds === undefined) return;
  throw new RefusalError(
    refuse("rate_limited", "too many failed attempts; try again later", { retryAfterSeconds }),
  );
}
