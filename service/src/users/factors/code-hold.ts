import { addMs, type Instant } from "../../kernel/instant.ts";
import type { StoredTotp } from "./store.ts";

const freeWrongCodes = 5;
const firstHoldMs = 30_000;
const maxHoldMs = 60 * 60_000;

/**
 * Until when codes are rejected, or undefined if one may be tried. Each wrong code doubles the wait up to an hour, so
 * an attacker who knows the password can't brute-force a six-digit code. The wait applies to the user across sessions and
 * nodes; only someone who knows the password can cause it.
 */
export function heldUntil(
  { wrongCodes, wrongCodeAt }: Pick<StoredTotp, "wrongCodes" | "wrongCodeAt">,
  now: Instant,
): Instant | undefined {
  if (wrongCodeAt === undefined || wrongCodes < freeWrongCodes) return undefined;
  const holdMs = Math.min(maxHoldMs, firstHoldMs * 2 ** (wrongCodes - freeWrongCodes));
  const until = addMs(wrongCodeAt, holdMs);
  return until > now ? until : undefined;
}
