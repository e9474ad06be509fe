import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { ChartLine, ChartLook, ChartPoint } from "./chart-line.ts";
import { dayWords } from "./day-words.ts";
import { groupedDecimal } from "./grouped-decimal.ts";

interface SeriesDrawingProps {
  readonly lines: readonly ChartLine[];
  readonly points: readonly ChartPoint[];
}

const heightPx = 240;

/** The chart itself, in its own file because the chart library is large and loaded lazily. */
export function SeriesDrawing({ lines, points }: SeriesDrawingProps) {
  return (
    <ResponsiveContainer width="100%" height={heightPx}>
      <LineChart
        data={points.map(toDrawn)}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <CartesianGrid stroke="var(--mantine-color-default-border)" vertical={false} />
        <XAxis
          dataKey="date"
          tickFormatter={dayWords}
          stroke="var(--mantine-color-dimmed)"
          fontSize={12}
          minTickGap={32}
          tickLine={false}
        />
        <YAxis
          stroke="var(--mantine-color-dimmed)"
          fontSize={12}
          width={64}
          tickFormatter={compact}
          tickLine={false}
        />
        <Tooltip
          labelFormatter={(label) => (typeof label === "string" ? dayWords(label) : "")}
          formatter={(_drawn, name, item) => exactOf(item.payload, String(name))}
          contentStyle={tooltipStyle}
          isAnimationActive={false}
        />
        {lines.length > 1 ? <Legend iconType="plainline" /> : null}
        {lines.map(({ name, look }) => (
          <Line
            key={name}
            type="linear"
            dataKey={(drawn: Drawn) => drawn.heights[name]}
            name={name}
            stroke={looks[look].stroke}
            strokeDasharray={looks[look].dashes}
            strokeWidth={2}
            dot={points.length === 1}
            isAnimationActive={false}
          />
        ))}
      </LineChart>
    </ResponsiveContainer>
  );
}

interface Drawn extends ChartPoint {
  readonly heights: Readonly<Record<string, number>>;
}

/** Floats determine only the height of a line; the displayed value is the API's decimal string. */
function toDrawn(point: ChartPoint): Drawn {
  const heights = Object.fromEntries(
    Object.entries(point.values).map(([name, value]) => [name, Number.parseFloat(value)]),
  );
  return { ...point, heights };
}

function exactOf(payload: unknown, name: string): string {
  return groupedDecimal((payload as Drawn).values[name] ?? "");
}

const short = new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 });

function compact(height: number): string {
  return short.format(height);
}

const tooltipStyle = {
  background: "var(--florin-raised)",
  border: "1px solid var(--mantine-color-default-border)",
  borderRadius: 4,
  fontSize: 12,
  color: "var(--mantine-color-text)",
};

const looks: Readonly<Record<ChartLook, { readonly stroke: string; readonly dashes: string }>> = {
  first: { stroke: "var(--florin-brand)", dashes: "0" },
  second: { stroke: "var(--mantine-color-blue-6)", dashes: "6 4" },
  third: { stroke: "var(--mantine-color-teal-6)", dashes: "2 3" },
  fourth: { stroke: "var(--mantine-color-grape-6)", dashes: "10 4 2 4" },
};
