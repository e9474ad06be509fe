import type { Measurement } from "../measure.ts";
import type { AgainstFigure } from "./against.ts";
import { cpuOf } from "./goals.ts";
import { loadNames, renderTable, whole } from "./report.ts";
import { pairedRatio, type WindowPair } from "./window-pairs.ts";

/** More transfers and less CPU time are better. */
export function renderAgainst(figures: readonly AgainstFigure[]): string {
  const rows = figures.flatMap(({ load, callers, pairs }) =>
    comparedFigures.map(([figure, figureOf]) => {
      const { own, other, median, lowerQuartile, upperQuartile } = pairedRatio(pairs, figureOf);
      const middleHalf = `${lowerQuartile.toFixed(3)} to ${upperQuartile.toFixed(3)}`;
      const name = `${loadNames[load]}, ${callers} callers`;
      return [name, figure, whole(own), whole(other), median.toFixed(3), middleHalf];
    }),
  );
  const head = ["Load", "Figure", "This", "Other", "This ÷ other", "Middle half of the pairs"];
  return renderTable(head, 2, rows);
}

/** In one row. */
export function renderRequestLog(pairs: readonly WindowPair[]): string {
  const head = comparedFigures.map(([figure]) => `${figure}, on ÷ off`);
  const row = comparedFigures.map(([, figureOf]) => {
    const { own, other, median } = pairedRatio(pairs, figureOf);
    return `${whole(own)} ÷ ${whole(other)} = ${median.toFixed(3)}`;
  });
  return renderTable(["Cost of", ...head], 1, [["the request log", ...row]]);
}

const comparedFigures: readonly (readonly [string, (measurement: Measurement) => number])[] = [
  ["transfers/s", ({ perSecond }) => perSecond],
  ["service CPU µs", ({ cpuMicroseconds }) => cpuMicroseconds],
  ["database CPU µs", ({ databaseCpuMicroseconds }) => databaseCpuMicroseconds],
  ["both CPU µs", cpuOf],
];
