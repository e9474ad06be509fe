/** A line of a chart, with its color and dash pattern. */
export interface ChartLine {
  readonly name: string;
  readonly look: ChartLook;
}

/** Lines differ in color and dash pattern, never in color alone. */
export type ChartLook = "first" | "second" | "third" | "fourth";

export const chartLooks: readonly ChartLook[] = ["first", "second", "third", "fourth"];

/** Values of the lines on one day, as decimal strings of the API; lines without a value are omitted. */
export interface ChartPoint {
  /** Such as 2026-11-15. */
  readonly date: string;
  readonly values: Readonly<Record<string, string>>;
}
