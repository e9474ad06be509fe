/** One line of a chart: its name, and which of the chart's colours and dashes it has. */
export interface ChartLine {
  readonly name: string;
  readonly look: ChartLook;
}

/** Lines differ in colour and in their dashes: never by the colour alone. */
export type ChartLook = "first" | "second" | "third" | "fourth";

export const chartLooks: readonly ChartLook[] = ["first", "second", "third", "fourth"];

/** What the lines have on one day, as decimal strings of the API; a line that has nothing there is left out. */
export interface ChartPoint {
  /** Such as 2026-11-15. */
  readonly date: string;
  readonly values: Readonly<Record<string, string>>;
}
