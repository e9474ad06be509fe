import type { Measurement } from "../measure.ts";
import type { Figure } from "./comparison.ts";
import { bestOf, type Goal, ratioOf } from "./goals.ts";
import { type Load, loads } from "./load.ts";
import { peerNames, type VariantName } from "./variant.ts";

const loadNames: Readonly<Record<Load, string>> = {
  spread: "many accounts of one tenant",
  tenants: "many tenants",
  hot: "one address",
};
const variantNames: Readonly<Record<VariantName, string>> = {
  service: "the service over HTTP",
  statements: "driver, one statement at a time",
  call: "driver, one call per transfer",
};

/** Each variant with each number of callers. */
export function renderFigures(figures: readonly Figure[]): string {
  const head =
    "| Source | Variant | Callers | Transfers/s | p50 ms | p99 ms | Client CPU µs | Database CPU µs |";
  const rule = "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |";
  const rows = figures.map(({ load, variant, callers, measurement }) => {
    return cells([loadNames[load], variantNames[variant], String(callers), ...figuresOf(measurement)]);
  });
  return [head, rule, ...rows].join("\n");
}

/** The service's best compared with each peer's best, also in CPU time, which says more on a busy machine. */
export function renderRatios(figures: readonly Figure[]): string {
  const head =
    "| Source | Compared with | Service/s | Peer/s | Service ÷ peer | Service CPU µs | Peer CPU µs |";
  const rule = "| --- | --- | ---: | ---: | ---: | ---: | ---: |";
  const rows = loads.flatMap((load) => {
    const service = bestOf(figures, load, "service")?.measurement;
    return peerNames.map((name) => {
      const peer = bestOf(figures, load, name)?.measurement;
      const speeds = [service, peer].map((one) => whole(one?.perSecond ?? Number.NaN));
      const ratio = ratioOf(figures, load, name).toFixed(2);
      return cells([loadNames[load], variantNames[name], ...speeds, ratio, ...[service, peer].map(cpuOf)]);
    });
  });
  return [head, rule, ...rows].join("\n");
}

/** Of the measured process and the database together. */
function cpuOf(measurement: Measurement | undefined): string {
  return whole(
    (measurement?.cpuMicroseconds ?? Number.NaN) + (measurement?.databaseCpuMicroseconds ?? Number.NaN),
  );
}

export function renderGoal({ name, measured, bound, limit, isMet }: Goal): string {
  const figures = `measured ${measured.toFixed(2)}, goal ${bound} ${limit.toFixed(2)}`;
  return `${isMet ? "met   " : "MISSED"}  ${figures}: ${name}`;
}

function figuresOf(measurement: Measurement): readonly string[] {
  const { perSecond, p50Ms, p99Ms, cpuMicroseconds, databaseCpuMicroseconds } = measurement;
  return [
    whole(perSecond),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    whole(cpuMicroseconds),
    whole(databaseCpuMicroseconds),
  ];
}

function cells(texts: readonly string[]): string {
  return `| ${texts.join(" | ")} |`;
}

function whole(figure: number): string {
  return Number.isNaN(figure) ? "–" : Math.round(figure).toLocaleString("en");
}
