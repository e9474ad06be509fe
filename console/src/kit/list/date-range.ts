const dayPattern = /^(\d{4})-(\d\d)-(\d\d)$/;

interface DayRange {
  /** Days as in a date field; empty for no limit. Both are included. */
  readonly from: string;
  readonly to: string;
}

/** Days of the user's time zone as API query parameters. */
export function createdBetween({ from, to }: DayRange): {
  readonly created_after?: string;
  readonly created_before?: string;
} {
  const after = dayStart(from, 0);
  const before = dayStart(to, 1);
  return {
    ...(after === undefined ? {} : { created_after: after }),
    ...(before === undefined ? {} : { created_before: before }),
  };
}

function dayStart(day: string, daysLater: number): string | undefined {
  const [, year = "", month = "", date = ""] = dayPattern.exec(day) ?? [];
  if (year === "") return undefined;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? undefined : start.toISOString();
}
