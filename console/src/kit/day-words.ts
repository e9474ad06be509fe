const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** A day such as 2026-11-15, in the person's own language. Days of the service are days in UTC. */
export function dayWords(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}
