const format = (timeZone: string | undefined, locale: string | undefined) =>
  new Intl.DateTimeFormat(locale, {
    year: "numeric",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    ...(timeZone === undefined ? {} : { timeZone }),
  });

/** Date and time in the browser's time zone. */
export function localTime(at: string, timeZone?: string, locale?: string): string {
  return format(timeZone, locale).format(new Date(at));
}

export function utcTime(at: string, locale?: string): string {
  return `${format("UTC", locale).format(new Date(at))} UTC`;
}
