import { Text } from "@mantine/core";
import classes from "./chart.module.css";
import { type ChartData, type ChartPanel, heightOf } from "./chart-data.ts";
import { ChartDrawing } from "./chart-drawing.tsx";
import { lookOf, Swatch } from "./chart-looks.tsx";
import { ChartTable } from "./chart-table.tsx";
import { changeWords, seriesWords, valueWords } from "./chart-words.ts";
import { Empty } from "./empty.tsx";

interface ChartProps {
  /** Accessible name, such as "Transfer volume in USD". */
  readonly label: string;
  readonly kind: "bars" | "lines";
  readonly data: ChartData;
  readonly panel: ChartPanel | undefined;
  /** Whether the period before is drawn, too. */
  readonly isCompared?: boolean;
}

/** A chart with its legend and its values as a table. */
export function Chart({ label, kind, data, panel, isCompared = false }: ChartProps) {
  if (panel === undefined || !hasValues(panel)) return <Empty title="No data in this period" />;
  return (
    <>
      <ChartDrawing label={label} kind={kind} data={data} panel={panel} isCompared={isCompared} />
      <ul className={classes["legend"]}>
        {panel.series.map((series, order) => {
          const change = isCompared ? changeWords(series) : undefined;
          return (
            <li key={series.name} className={classes["entry"]}>
              <Swatch look={lookOf(series.name, order)} kind={kind} />
              {seriesWords(series)}
              <b className={classes["total"]}>{valueWords(series.total, series.unit)}</b>
              {change === undefined ? null : (
                <Text span size="xs" c="dimmed">
                  {change}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
      {data.is_complete ? null : (
        <Text size="xs" c="dimmed">
          Not all series are shown.
        </Text>
      )}
      <ChartTable label={label} data={data} panel={panel} />
    </>
  );
}

function hasValues({ series }: ChartPanel): boolean {
  return series.some(({ values, previous }) =>
    [...values, ...previous].some((value) => (heightOf(value) ?? 0) !== 0),
  );
}
