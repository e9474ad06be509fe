import type { Measurement } from "../measure.ts";
import type { Load } from "../transfers/load.ts";
import type { Counters } from "./counters-store.ts";
import { type Cost, databaseLimit, needsOf, shardSkew } from "./model.ts";

/** One measured load. */
export interface Measured {
  readonly load: Load;
  readonly transfers: number;
  readonly measurement: Measurement;
  readonly connections: number;
  readonly before: Counters;
  readonly after: Counters;
}

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const rough = (value: number): string => (value < 10 ? value.toFixed(1) : whole(value));

const measured = (value: number | undefined, render: (value: number) => string): string =>
  value === undefined ? "–" : render(value);

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(titles),
    line(titles.map((_, place) => (place === 0 ? "---" : "---:"))),
    ...rows.map(line),
  ].join("\n");
}

export function renderCosts(costs: readonly Cost[]): string {
  return table(
    [
      "Operation",
      "Per transfer",
      "Service CPU µs",
      "Database CPU µs",
      "WAL bytes",
      "Stored bytes",
      "Commits",
    ],
    costs.map((cost) => [
      cost.name,
      String(cost.perTransfer),
      whole(cost.serviceCpuUs),
      whole(cost.databaseCpuUs),
      measured(cost.walBytes, whole),
      measured(cost.storedBytes, whole),
      measured(cost.commits, (value) => value.toFixed(2)),
    ]),
  );
}

export function renderRows(measured: readonly Measured[]): string {
  return table(
    [
      "Load",
      "Transfers/s",
      "p50 ms",
      "p99 ms",
      "Inserted rows",
      "Updated rows",
      "Deleted rows",
      "Connections",
    ],
    measured.map(({ load, transfers, measurement, before, after, connections }) => [
      load,
      whole(measurement.perSecond),
      whole(measurement.p50Ms),
      whole(measurement.p99Ms),
      ...(["inserted", "updated", "deleted"] as const).map((name) =>
        rough((after[name] - before[name]) / transfers),
      ),
      String(connections),
    ]),
  );
}

export function renderNeeds(loads: readonly number[], costs: readonly Cost[]): string {
  const limits = [16, 64].map((cores) => `${cores} cores: ${whole(databaseLimit(cores, costs))}/s`);
  return [
    table(
      [
        "Transfers/s",
        "Service cores",
        "Nodes",
        "Database cores",
        "WAL MB/s",
        "WAL GB/day",
        "Stored GB/day",
        "Commits/s",
        "Connections",
      ],
      loads.map((load) => {
        const need = needsOf(load, costs);
        return [
          whole(load),
          rough(need.serviceCores),
          whole(need.nodes),
          rough(need.databaseCores),
          rough(need.walMegabytesPerSecond),
          whole(need.walGigabytesPerDay),
          whole(need.storedGigabytesPerDay),
          whole(need.commitsPerSecond),
          whole(need.connections),
        ];
      }),
    ),
    `One database server at half of its CPU time: ${limits.join(", ")}.`,
  ].join("\n\n");
}

const shards = 32;

export function renderSkew(): string {
  return table(
    ["Tenants", "Equal", "Zipf"],
    [100, 1_000, 10_000].map((tenants) => [
      whole(tenants),
      ...[0, 1].map((exponent) => shardSkew(tenants, shards, exponent).toFixed(2)),
    ]),
  );
}
