const day = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });

/** A day such as 2026-11-15, formatted in the user's locale. The service counts days in UTC. */
export function dayWords(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}
