import Type, { type Static } from "typebox";
import { DateTimeSchema, named, nullableString } from "../../http/schemas.ts";
import { formatInstant } from "../../kernel/instant.ts";
import { type Period, type PeriodName, periodNames } from "../../statistics/index.ts";

export const periodQuery = {
  period: Type.Optional(Type.Enum([...periodNames], { type: "string", default: "30d" })),
};

const ValueSchema = nullableString({ description: "A decimal; null if there is nothing to measure." });

const SeriesSchema = Type.Object({
  name: Type.String({ description: "Key of the series, such as a flow or a status." }),
  label: nullableString({ description: "Name to show, where the key is an id." }),
  unit: Type.String({
    description: "That of the panel, unless the series has its own: dollars beside tokens.",
  }),
  values: Type.Array(ValueSchema, { description: "One per step." }),
  previous: Type.Array(ValueSchema, { description: "The same of the period before." }),
  total: ValueSchema,
  previous_total: ValueSchema,
});

export const ChartSchema = named(
  "ConsoleChart",
  Type.Object({
    period: Type.Enum([...periodNames], { type: "string" }),
    step: Type.Enum(["hour", "day", "month"], { type: "string" }),
    starts: Type.Array(DateTimeSchema, {
      description: "Start of each step in UTC; the last one is not over.",
    }),
    previous_starts: Type.Array(DateTimeSchema),
    panels: Type.Array(
      Type.Object({
        name: Type.String({ description: "Unit of its values: `count`, `percent`, `ms`, or an asset." }),
        unit: Type.String(),
        series: Type.Array(SeriesSchema),
      }),
      { description: "One per asset: amounts of different assets are never added." },
    ),
    is_complete: Type.Boolean({ description: "False if there are more series or panels than returned." }),
  }),
);

/** A series in one period: its value in each step, and the value of the whole period. */
export interface Measured {
  readonly values: readonly (string | undefined)[];
  readonly total: string | undefined;
}

export interface ChartSeries {
  readonly name: string;
  readonly label?: string | undefined;
  /** By default that of the panel. */
  readonly unit?: string | undefined;
  readonly current: Measured;
  readonly previous: Measured;
}

export interface ChartPanel {
  readonly name: string;
  readonly unit: string;
  readonly series: readonly ChartSeries[];
}

export interface Chart {
  readonly panels: readonly ChartPanel[];
  readonly isComplete?: boolean;
}

export interface ChartPeriods {
  readonly name: PeriodName;
  readonly current: Period;
  readonly previous: Period;
}

export function presentChart(
  { name, current, previous }: ChartPeriods,
  { panels, isComplete = true }: Chart,
): Static<typeof ChartSchema> {
  return {
    period: name,
    step: current.step,
    starts: current.starts.map(formatInstant),
    previous_starts: previous.starts.map(formatInstant),
    panels: panels.map((panel) => ({
      ...panel,
      series: panel.series.map((series) => presentSeries(series, panel.unit)),
    })),
    is_complete: isComplete,
  };
}

function presentSeries(
  { name, label, unit, current, previous }: ChartSeries,
  unitOfPanel: string,
): Static<typeof SeriesSchema> {
  return {
    name,
    label: label ?? null,
    unit: unit ?? unitOfPanel,
    values: current.values.map((value) => value ?? null),
    previous: previous.values.map((value) => value ?? null),
    total: current.total ?? null,
    previous_total: previous.total ?? null,
  };
}
