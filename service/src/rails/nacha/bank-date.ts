/** `YYMMDD` as `YYYY-MM-DD`; undefined for an invalid date. All years are 20YY. */
export function readBankDate(digits: string): string | undefined {
  const found = /^([0-9]{2})([0-9]{2})([0-9]{2})$/.exec(digits);
  if (found === null) return undefined;
  const date = `20${found[1]}-${found[2]}-${found[3]}`;
  return isDay(date) ? date : undefined;
}

/** The date as `YYMMDD`; undefined when it cannot be represented. */
export function writeBankDate(date: string): string | undefined {
  return /^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/.test(date) && isDay(date)
    ? date.slice(2).replaceAll("-", "")
    : undefined;
}

/** `HHMM` as `HH:MM`; undefined for an invalid time. */
export function readBankTime(digits: string): string | undefined {
  const found = /^([01][0-9]|2[0-3])([0-5][0-9])$/.exec(digits);
  return found === null ? undefined : `${found[1]}:${found[2]}`;
}

function isDay(date: string): boolean {
  const millis = Date.parse(`${date}T00:00:00Z`);
  // Date.parse rolls some invalid dates over into the next month.
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(date);
}
