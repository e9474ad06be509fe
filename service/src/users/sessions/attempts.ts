import type { AttemptLimiter } from "../../auth/index.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Rejects the attempt after too many failures. */
export function requireCalm(
  attempts: AttemptLimiter,
  attempt: Parameters<AttemptLimiter["secondsToWait"]>[0],
): void {
  const retryAfterSeconds = attempts.secondsToWait(attempt);
  if (retryAfterSeconds === undefined) return;
  throw new RefusalError(
    refuse("rate_limited", "too many failed attempts; try again later", { retryAfterSeconds }),
  );
}
