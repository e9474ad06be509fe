/** Values of two date inputs, such as 2026-11-15; empty if not set. */
export interface ChosenDays {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

/** From the start of the first day to the end of the last day, in UTC. */
export function periodOf({ from, to }: ChosenDays): {
  readonly from: string | undefined;
  readonly to: string | undefined;
} {
  const start = startOf(from);
  const end = startOf(to);
  return {
    from: start?.toISOString(),
    to: end === undefined ? undefined : new Date(end.getTime() + dayMs).toISOString(),
  };
}

function startOf(day: string): Date | undefined {
  const start = new Date(`${day}T00:00:00.000Z`);
  return day === "" || Number.isNaN(start.getTime()) ? undefined : start;
}
