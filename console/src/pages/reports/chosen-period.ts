/** Values of the period's fields. */
export interface ChosenPeriod {
  readonly period: string;
  /** Dates such as 2026-11-15; only of a custom period. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const customPeriod = "custom";
export const firstChoice: ChosenPeriod = { period: "last_month", from: "", to: "", timeZone: "UTC" };

export const periodOptions = [
  { value: "last_month", label: "Last month" },
  { value: "this_month", label: "This month" },
  { value: "yesterday", label: "Yesterday" },
  { value: "last_week", label: "Last week" },
  { value: "last_quarter", label: "Last quarter" },
  { value: "this_year", label: "This year" },
  { value: "last_year", label: "Last year" },
  { value: customPeriod, label: "Choose days" },
] as const;

/** UTC, and the zone of the browser if it is another one. */
export function timeZoneOptions(ofBrowser: string | undefined): string[] {
  return ofBrowser === undefined || ofBrowser === "UTC" ? ["UTC"] : ["UTC", ofBrowser];
}

/** Parameters of a report's file; undefined while the choice is incomplete. */
export function periodQuery({
  period,
  from,
  to,
  timeZone,
}: ChosenPeriod): Record<string, string> | undefined {
  if (period !== customPeriod) return { period, time_zone: timeZone };
  return from === "" || to === "" || from > to ? undefined : { from, to, time_zone: timeZone };
}
