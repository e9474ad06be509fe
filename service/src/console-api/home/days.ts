import { formatInstant, type Instant, instantFromMs } from "../../kernel/instant.ts";

const dayMs = 86_400_000;

/** A UTC day and its end. */
export interface Day {
  /** Such as 2026-11-15. */
  readonly date: string;
  readonly end: Instant;
}

/** The most recent days, oldest first; today is the last and not over. */
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
