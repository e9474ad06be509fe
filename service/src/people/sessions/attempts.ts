import type { AttemptLimiter } from "../../auth/index.ts";
import { RefusalError, refuse } from "../../kernel/refusal.ts";

/** Somebody who has guessed wrong too often waits. */
export function requireCalm(
  attempts: AttemptLimiter,
  attempt: Parameters<AttemptLimiter["secondsToWait"]>[0],
): void {
  const retryAfterSeconds = attempts.secondsToWait(attempt);
  if (retryAfterSeconds === undefined) return;
  throw new RefusalError(refuse("rate_limited", "too many attempts failed", { retryAfterSeconds }));
}
