import { Box, Skeleton, Table } from "@mantine/core";
import { lazy, Suspense } from "react";
import { Amount } from "./amount.tsx";
import type { ChartLine, ChartPoint } from "./chart-line.ts";
import { dayWords } from "./day-words.ts";
import classes from "./series-chart.module.css";

interface SeriesChartProps {
  /** Accessible name: "Supply and reserve of FUSD". */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Oldest first. */
  readonly points: readonly ChartPoint[];
}

const SeriesDrawing = lazy(async () => ({ default: (await import("./series-drawing.tsx")).SeriesDrawing }));
const heightPx = 240;

/** A line chart by day, with the exact values in a table for screen readers and for reference. */
export function SeriesChart({ label, lines, points }: SeriesChartProps) {
  return (
    <Box>
      <div aria-hidden>
        <Suspense fallback={<Skeleton height={heightPx} />}>
          <SeriesDrawing lines={lines} points={points} />
        </Suspense>
      </div>
      <details className={classes["details"]}>
        <summary className={classes["summary"]}>Show as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable */}
        <section className={classes["scroll"]} tabIndex={0} aria-label={label}>
          <SeriesTable label={label} lines={lines} points={points} />
        </section>
      </details>
    </Box>
  );
}

function SeriesTable({ label, lines, points }: SeriesChartProps) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">Day (UTC)</Table.Th>
          {lines.map(({ name }) => (
            <Table.Th key={name} scope="col" ta="right">
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.toReversed().map(({ date, values }) => (
          <Table.Tr key={date}>
            <Table.Th scope="row" fw={400}>
              {dayWords(date)}
            </Table.Th>
            {lines.map(({ name }) => (
              <Table.Td key={name} ta="right">
                {values[name] === undefined ? "–" : <Amount value={values[name]} inline />}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
