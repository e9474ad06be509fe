import type { Measurement } from "../measure.ts";
import type { Figure } from "./comparison.ts";
import { bestOf, cpuOf, cpuRatioOf, type Goal, isMeasured, speedRatioOf } from "./goals.ts";
import type { Load } from "./load.ts";
import type { OpenLoopFigure } from "./open-loop.ts";
import { peerNames, type VariantName } from "./variant.ts";

export const loadNames: Readonly<Record<Load, string>> = {
  spread: "many accounts of one tenant",
  tenants: "many tenants",
  hot: "one address",
};
export const variantNames: Readonly<Record<VariantName, string>> = {
  service: "the service over HTTP",
  statements: "driver, one statement at a time",
  call: "driver, one call per transfer",
  contract: "driver, one call with the service's rows",
};

/** Each variant with each number of callers. */
export function renderFigures(figures: readonly Figure[]): string {
  const head = ["Source", "Variant", "Callers", "Transfers/s", "p50 ms", "p99 ms"];
  const rows = figures.map(({ load, variant, callers, measurement }) => [
    loadNames[load],
    variantNames[variant],
    String(callers),
    ...figuresOf(measurement),
  ]);
  return renderTable([...head, "Client CPU µs", "Database CPU µs"], 2, rows);
}

/** The service's best compared with each peer's best. The CPU ratio decides: it has less noise. */
export function renderRatios(figures: readonly Figure[], loads: readonly Load[]): string {
  const rows = loads.flatMap((load) => {
    const service = bestOf(figures, load, "service")?.measurement;
    return peerNames.map((name) => {
      const peer = bestOf(figures, load, name)?.measurement;
      return [
        loadNames[load],
        variantNames[name],
        ...[service, peer].map((one) => whole(one === undefined ? Number.NaN : cpuOf(one))),
        cpuRatioOf(figures, load, name).toFixed(2),
        ...[service, peer].map((one) => whole(one?.perSecond ?? Number.NaN)),
        speedRatioOf(figures, load, name).toFixed(2),
      ];
    });
  });
  const cpu = ["Service CPU µs", "Peer CPU µs", "Peer ÷ service CPU"];
  return renderTable(
    ["Source", "Compared with", ...cpu, "Service/s", "Peer/s", "Service ÷ peer /s"],
    2,
    rows,
  );
}

export function renderOpenLoop(figure: OpenLoopFigure): string {
  const { rate, perSecond, p50Ms, p99Ms, p999Ms, cpuMicroseconds, databaseCpuMicroseconds } = figure;
  const latencies = [p50Ms, p99Ms, p999Ms].map((ms) => ms.toFixed(1));
  return renderTable(
    ["Requests/s", "Completed/s", "p50 ms", "p99 ms", "p99.9 ms", "Service CPU µs", "Database CPU µs"],
    0,
    [[whole(rate), whole(perSecond), ...latencies, whole(cpuMicroseconds), whole(databaseCpuMicroseconds)]],
  );
}

export function renderGoal(goal: Goal): string {
  const { name, measured, bound, limit, isMet } = goal;
  const text = `goal ${bound} ${precise(limit)}: ${name}`;
  if (!isMeasured(goal)) return `–       not measured, ${text}`;
  return `${isMet ? "met   " : "MISSED"}  measured ${precise(measured)}, ${text}`;
}

function precise(figure: number): string {
  return Math.abs(figure) >= 100 ? whole(figure) : figure.toFixed(2);
}

function figuresOf(measurement: Measurement): readonly string[] {
  const { perSecond, p50Ms, p99Ms, cpuMicroseconds, databaseCpuMicroseconds } = measurement;
  const cpu = [cpuMicroseconds, databaseCpuMicroseconds].map(whole);
  return [whole(perSecond), p50Ms.toFixed(1), p99Ms.toFixed(1), ...cpu];
}

/** In Markdown; the first columns are texts, the others numbers. */
export function renderTable(
  head: readonly string[],
  textColumns: number,
  rows: readonly (readonly string[])[],
): string {
  const rule = head.map((_, index) => (index < textColumns ? "---" : "---:"));
  return [head, rule, ...rows].map((texts) => `| ${texts.join(" | ")} |`).join("\n");
}

export function whole(figure: number): string {
  return Number.isNaN(figure) ? "–" : Math.round(figure).toLocaleString("en");
}
