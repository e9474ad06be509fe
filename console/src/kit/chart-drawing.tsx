import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useState } from "react";
import classes from "./chart.module.css";
import { type ChartData, type ChartPanel, heightOf } from "./chart-data.ts";
import { lookOf, Swatch } from "./chart-looks.tsx";
import { ChartMarks } from "./chart-marks.tsx";
import { labelPlaces, valueMarks } from "./chart-scale.ts";
import { longStepWords, markWords, seriesWords, stepWords, valueWords } from "./chart-words.ts";

export interface ChartDrawingProps {
  /** Accessible name. */
  readonly label: string;
  readonly kind: "bars" | "lines";
  readonly data: ChartData;
  readonly panel: ChartPanel;
  readonly isCompared: boolean;
}

const heightPx = 220;
const edge = { top: 8, right: 8, bottom: 24, left: 60 };
const pxPerLabel = 64;

/** The chart itself. A pointer or the arrow keys select a step; its values are shown, and read by screen readers. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { label, data } = props;
  const { ref, width } = useElementSize();
  const [selected, setSelected] = useState<number>();
  const count = data.starts.length;
  const select = (event: PointerEvent): void => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setSelected(within(Math.floor(((left - edge.left) * count) / plotWidth(width)), count));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = placeAfterKey(event.key, selected ?? count, count);
    if (next === "none") return;
    event.preventDefault();
    setSelected(next);
  };
  return (
    <div
      ref={ref}
      className={classes["frame"]}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-readonly
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={selected ?? count - 1}
      aria-valuetext={valuesText(props, selected ?? count - 1)}
      onKeyDown={onKeyDown}
      onBlur={() => setSelected(undefined)}
      onPointerMove={select}
      onPointerDown={select}
      onPointerLeave={() => setSelected(undefined)}
    >
      <Picture {...props} width={width} selected={selected} />
      {selected === undefined ? null : <Tip {...props} place={selected} isLeft={selected >= count / 2} />}
    </div>
  );
}

function plotWidth(width: number): number {
  return Math.max(1, width - edge.left - edge.right);
}

interface PictureProps extends ChartDrawingProps {
  readonly width: number;
  readonly selected: number | undefined;
}

function Picture({ width, selected, ...props }: PictureProps) {
  const { data, panel, kind, isCompared } = props;
  const count = data.starts.length;
  const marks = valueMarks(...boundsOf(props), { unit: panel.unit });
  const [low = 0, high = 1] = [marks[0], marks.at(-1)];
  const stepPx = plotWidth(width) / count;
  const height = heightPx - edge.top - edge.bottom;
  const x = (place: number): number => edge.left + (place + 0.5) * stepPx;
  const y = (value: number): number => edge.top + height * (1 - (value - low) / (high - low));
  return (
    <svg className={classes["drawing"]} height={heightPx} aria-hidden focusable={false}>
      {marks.map((mark) => (
        <g key={mark}>
          <line
            className={classes["grid"]}
            x1={edge.left}
            x2={width - edge.right}
            y1={y(mark)}
            y2={y(mark)}
          />
          <text className={classes["mark"]} x={edge.left - 8} y={y(mark) + 4} textAnchor="end">
            {markWords(mark, panel.unit)}
          </text>
        </g>
      ))}
      {labelPlaces(count, Math.floor(plotWidth(width) / pxPerLabel)).map((place) => (
        <text
          key={place}
          className={classes["mark"]}
          x={Math.min(x(place), width - edge.right - 20)}
          y={heightPx - 6}
          textAnchor="middle"
        >
          {stepWords(data.step, data.starts[place] ?? "")}
        </text>
      ))}
      {selected === undefined ? null : (
        <line
          className={classes["marker"]}
          x1={x(selected)}
          x2={x(selected)}
          y1={edge.top}
          y2={edge.top + height}
        />
      )}
      {width === 0 ? null : (
        <ChartMarks kind={kind} panel={panel} isCompared={isCompared} scale={{ x, y, stepPx }} />
      )}
    </svg>
  );
}

function boundsOf({ kind, panel, isCompared }: ChartDrawingProps): [lowest: number, highest: number] {
  const rows = panel.series.flatMap(({ values, previous }) => (isCompared ? [values, previous] : [values]));
  const heights =
    kind === "bars"
      ? [false, true].slice(0, isCompared ? 2 : 1).flatMap((isPrevious) => stackTops(panel, isPrevious))
      : rows.flat().flatMap((value) => heightOf(value) ?? []);
  return [Math.min(0, ...heights), Math.max(0, ...heights)];
}

function stackTops({ series }: ChartPanel, isPrevious: boolean): readonly number[] {
  const rows = series.map(({ values, previous }) => (isPrevious ? previous : values));
  return (rows[0] ?? []).map((_, place) => rows.reduce((sum, row) => sum + (heightOf(row[place]) ?? 0), 0));
}

function within(place: number, count: number): number {
  return Math.min(Math.max(place, 0), count - 1);
}

function placeAfterKey(key: string, place: number, count: number): number | "none" | undefined {
  switch (key) {
    case "ArrowLeft":
    case "ArrowDown":
      return within(place - 1, count);
    case "ArrowRight":
    case "ArrowUp":
      return within(place + 1, count);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return undefined;
    default:
      return "none";
  }
}

function valuesText({ data, panel, isCompared }: ChartDrawingProps, place: number): string {
  const parts = panel.series.map((series) => {
    const before = isCompared ? `, before ${valueWords(series.previous[place], series.unit)}` : "";
    return `${seriesWords(series)} ${valueWords(series.values[place], series.unit)}${before}`;
  });
  return `${longStepWords(data.step, data.starts[place] ?? "")}: ${parts.join("; ")}`;
}

interface TipProps extends ChartDrawingProps {
  readonly place: number;
  readonly isLeft: boolean;
}

function Tip({ data, panel, kind, isCompared, place, isLeft }: TipProps) {
  return (
    <div className={classes["tip"]} style={isLeft ? { left: edge.left } : { right: edge.right }} aria-hidden>
      <div>{longStepWords(data.step, data.starts[place] ?? "")} UTC</div>
      {panel.series.map((series, order) => (
        <div key={series.name} className={classes["tipRow"]}>
          <Swatch look={lookOf(series.name, order)} kind={kind} />
          {seriesWords(series)}
          <span className={classes["tipValue"]}>
            {valueWords(series.values[place], series.unit)}
            {isCompared ? ` (before: ${valueWords(series.previous[place], series.unit)})` : ""}
          </span>
        </div>
      ))}
    </div>
  );
}
