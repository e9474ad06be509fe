import { formatInstant, type Instant, instantFromMs } from "../../kernel/instant.ts";

const dayMs = 86_400_000;

/** A day in UTC and the moment that ends it. */
export interface Day {
  /** Such as 2026-11-15. */
  readonly date: string;
  readonly end: Instant;
}

/** The last days, oldest first; today is the last of them, and not over. */
export function lastDays(now: Instant, count: number): readonly Day[] {
  const today = Math.floor(now / dayMs);
  return Array.from({ length: count }, (_, place) => {
    const day = today - (count - 1 - place);
    return {
      date: formatInstant(instantFromMs(day * dayMs)).slice(0, "2026-11-15".length),
      end: instantFromMs((day + 1) * dayMs),
    };
  });
}
