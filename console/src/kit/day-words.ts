const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" });

/** A banking day, which has no time zone: "2026-11-18" becomes "Nov 18, 2026". */
export function dayWords(date: string): string {
  return format.format(new Date(`${date}T00:00:00Z`));
}
