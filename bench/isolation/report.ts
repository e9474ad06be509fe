import type { Measurement } from "../measure.ts";
import { type IsolationFigure, timesAloneOf } from "./goals.ts";

/** Each round, and the ratios of the median rounds. */
export function renderIsolation(figure: IsolationFigure): string {
  const head = ["Round", "alone: p50 ms", "p99 ms", "beside locked tenants: p50 ms", "p99 ms"];
  const rows = figure.alone.map((alone, round) => [
    String(round + 1),
    ...latencies(alone),
    ...latencies(figure.besideLocked[round]),
  ]);
  const ratios = (["p50Ms", "p99Ms"] as const).map((latency) => timesAloneOf(latency, figure).toFixed(2));
  const medians = ["median, times alone", "", "", ...ratios];
  return [head, head.map(() => "---:"), ...rows, medians]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function latencies(measurement: Measurement | undefined): readonly string[] {
  return [measurement?.p50Ms, measurement?.p99Ms].map((ms) => ms?.toFixed(1) ?? "–");
}
