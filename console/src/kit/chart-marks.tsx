import { type ChartPanel, type ChartSeries, heightOf } from "./chart-data.ts";
import { lookOf } from "./chart-looks.tsx";

interface Scale {
  readonly x: (place: number) => number;
  readonly y: (value: number) => number;
  readonly stepPx: number;
}

interface ChartMarksProps {
  readonly kind: "bars" | "lines";
  readonly panel: ChartPanel;
  readonly isCompared: boolean;
  readonly scale: Scale;
}

/** Lines, or stacked bars; what is compared is fainter. */
export function ChartMarks({ kind, panel, isCompared, scale }: ChartMarksProps) {
  if (kind === "lines") {
    return panel.series.map((series, order) => (
      <g key={series.name}>
        {isCompared ? (
          <Line values={series.previous} {...lookOf(series.name, order)} isFaint scale={scale} />
        ) : null}
        <Line values={series.values} {...lookOf(series.name, order)} scale={scale} />
      </g>
    ));
  }
  const share = isCompared ? 0.4 : 0.72;
  return (
    <>
      {isCompared ? (
        <Bars
          panel={panel}
          rowOf={({ previous }) => previous}
          share={share}
          shift={-share / 2}
          isFaint
          scale={scale}
        />
      ) : null}
      <Bars
        panel={panel}
        rowOf={({ values }) => values}
        share={share}
        shift={isCompared ? share / 2 : 0}
        scale={scale}
      />
    </>
  );
}

interface LineProps {
  readonly values: ChartSeries["values"];
  readonly color: string;
  readonly dashes: string;
  readonly isFaint?: boolean;
  readonly scale: Scale;
}

/** Steps without a value interrupt the line; a value between two such steps is a dot. */
function Line({ values, color, dashes, isFaint = false, scale: { x, y } }: LineProps) {
  const points = values.map((value, place) => {
    const height = heightOf(value);
    return height === undefined ? undefined : { x: x(place), y: y(height) };
  });
  const path = points
    .map((point, place) =>
      point === undefined ? "" : `${points[place - 1] === undefined ? "M" : "L"}${point.x} ${point.y}`,
    )
    .join("");
  const isAlone = (place: number): boolean =>
    points[place - 1] === undefined && points[place + 1] === undefined;
  return (
    <g opacity={isFaint ? 0.45 : 1}>
      <path d={path} fill="none" stroke={color} strokeWidth={isFaint ? 1.5 : 2} strokeDasharray={dashes} />
      {points.map((point, place) =>
        point !== undefined && isAlone(place) ? (
          <circle key={point.x} cx={point.x} cy={point.y} r={3} fill={color} />
        ) : null,
      )}
    </g>
  );
}

interface BarsProps {
  readonly panel: ChartPanel;
  readonly rowOf: (series: ChartSeries) => ChartSeries["values"];
  readonly share: number;
  readonly shift: number;
  readonly isFaint?: boolean;
  readonly scale: Scale;
}

function Bars({ panel, rowOf, share, shift, isFaint = false, scale: { x, y, stepPx } }: BarsProps) {
  const width = Math.max(1, stepPx * share);
  const stacked = panel.series.map(() => 0);
  const tops = new Map<number, number>();
  return (
    <g opacity={isFaint ? 0.4 : 1}>
      {stacked.flatMap((_, order) => {
        const series = panel.series[order];
        if (series === undefined) return [];
        const { color } = lookOf(series.name, order);
        return rowOf(series).flatMap((value, place) => {
          const height = heightOf(value) ?? 0;
          if (height <= 0) return [];
          const bottom = tops.get(place) ?? 0;
          tops.set(place, bottom + height);
          const left = x(place) + shift * stepPx - width / 2;
          return [
            <rect
              key={`${series.name}-${left}`}
              x={left}
              y={y(bottom + height)}
              width={width}
              height={Math.max(1, y(bottom) - y(bottom + height))}
              fill={color}
            />,
          ];
        });
      })}
    </g>
  );
}
