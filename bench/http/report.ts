import type { Measurement } from "../measure.ts";
import type { Variant } from "./no-op-routes.ts";

export interface Row {
  readonly variant: Variant;
  readonly callers: number;
  readonly http: Measurement;
  readonly driver: Measurement;
}

const names: Readonly<Record<Variant, string>> = {
  write: "one transaction per request",
  batch: "batched",
};

/** The table for bench/README.md. */
export function renderTable(rows: readonly Row[]): string {
  const head =
    "| Variant | Callers | HTTP/s | p50 ms | p99 ms | CPU µs | Driver/s | p50 ms | p99 ms | CPU µs | HTTP ÷ driver |";
  const rule = "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";
  return [head, rule, ...rows.map(renderRow)].join("\n");
}

function renderRow({ variant, callers, http, driver }: Row): string {
  const ratio = (http.perSecond / driver.perSecond).toFixed(2);
  const cells = [names[variant], String(callers), ...cellsOf(http), ...cellsOf(driver), ratio];
  return `| ${cells.join(" | ")} |`;
}

function cellsOf({ perSecond, p50Ms, p99Ms, cpuMicroseconds }: Measurement): readonly string[] {
  return [
    Math.round(perSecond).toLocaleString("en"),
    p50Ms.toFixed(1),
    p99Ms.toFixed(1),
    Math.round(cpuMicroseconds).toLocaleString("en"),
  ];
}
