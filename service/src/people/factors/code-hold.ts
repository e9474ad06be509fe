import { addMs, type Instant } from "../../kernel/instant.ts";

/** How often somebody has shown a wrong code since the last right one. */
export interface WrongCodes {
  readonly count: number;
  readonly lastAt: Instant | undefined;
}

const freeWrongCodes = 5;
const firstHoldMs = 30_000;
const maxHoldMs = 60 * 60_000;

/**
 * Until when no code is looked at, or undefined when one may be shown. Each wrong code doubles the wait up to an hour:
 * somebody who knows the password and guesses one of a million codes all day does not get far. The wait is the person's,
 * in whatever session and at whatever node, and only those who know the password can cause it.
 */
export function heldUntil({ count, lastAt }: WrongCodes, now: Instant): Instant | undefined {
  if (lastAt === undefined || count < freeWrongCodes) return undefined;
  const holdMs = Math.min(maxHoldMs, firstHoldMs * 2 ** (count - freeWrongCodes));
  const until = addMs(lastAt, holdMs);
  return until > now ? until : undefined;
}
