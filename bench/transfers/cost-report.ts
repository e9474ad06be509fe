import type { BatchFigures } from "./batches.ts";
import type { WrittenFigure } from "./compare-mode.ts";
import { deviation } from "./regression.ts";
import { renderTable, variantNames, whole } from "./report.ts";
import type { SustainedFigure } from "./sustained.ts";

/** Per transfer, of many accounts of one tenant. */
export function renderWritten(figures: readonly WrittenFigure[]): string {
  const rows = figures.map(({ variant, transfers, written }) => {
    const per = (count: number): string => (count / transfers).toFixed(2);
    const sum = (column: "inserted" | "updated" | "locked" | "indexEntries"): string =>
      per(written.tables.reduce((total, table) => total + table[column], 0));
    const bytes = [written.walBytes, written.pageImageBytes].map((count) => whole(count / transfers));
    const statements = written.calls.reduce((total, count) => total + count, 0);
    const counts = [statements, written.controlStatements, written.commits, written.transactions].map(per);
    return [variantNames[variant], ...counts, ...bytes, sum("inserted"), sum("updated"), sum("indexEntries")];
  });
  const head = [
    "Per transfer",
    "Statements",
    "BEGIN, SET, COMMIT",
    "Commits",
    "Batches",
    "WAL bytes",
    "Page images",
  ];
  return renderTable([...head, "Rows inserted", "Rows updated", "Index entries"], 1, rows);
}

/** The service and the peer with the service's rows, side by side. */
export function renderWrittenTables(figures: readonly WrittenFigure[]): string {
  const rows = figures
    .filter(({ variant }) => variant === "service" || variant === "contract")
    .flatMap(({ transfers, written }) =>
      written.tables
        .filter(({ inserted, updated }) => inserted + updated > 0)
        .map(({ table, ...counts }) => {
          const { inserted, updated, locked, indexEntries } = counts;
          return [
            table,
            ...[inserted, updated, locked, indexEntries].map((count) => (count / transfers).toFixed(2)),
          ];
        }),
    );
  return renderTable(["Per transfer", "Inserted", "Updated", "Locked", "Index entries"], 1, rows);
}

export function renderBatchSizes({ sizes }: BatchFigures): string {
  const rows = sizes.map(({ size, batchesPerTransfer, statementsPerBatch, measurement }) => [
    String(size),
    (1 / batchesPerTransfer).toFixed(2),
    statementsPerBatch.toFixed(1),
    whole(measurement.perSecond),
    measurement.p50Ms.toFixed(1),
    whole(measurement.cpuMicroseconds),
    whole(measurement.databaseCpuMicroseconds),
  ]);
  const head = ["Batch", "Transfers per transaction", "Statements per batch", "Transfers/s", "p50 ms"];
  return renderTable([...head, "Service CPU µs", "Database CPU µs"], 0, rows);
}

/** CPU time per transfer = s0 + s1 ÷ batch size in the service, d0 + d1 ÷ batch size in the database. */
const model = { s0: 465, s1: 2_400, d0: 243, d1: 2_400 } as const;
const tolerance = 0.15;

export function renderCostModel({ service, database }: BatchFigures): string {
  const measured = {
    s0: service.perTransfer,
    s1: service.perBatch,
    d0: database.perTransfer,
    d1: database.perBatch,
  };
  const rows = (Object.keys(model) as readonly (keyof typeof model)[]).map((name) => {
    const share = deviation(measured[name], model[name]);
    const percent = `${share < 0 ? "−" : "+"}${Math.round(Math.abs(share) * 100)} %`;
    const isWithin = Math.abs(share) <= tolerance ? "yes" : "no";
    return [name, whole(measured[name]), whole(model[name]), percent, isWithin];
  });
  return renderTable(["Cost", "Measured µs", "Model µs", "Difference", "Within 15 %"], 1, rows);
}

export function renderSustained({ backlog, isFlat, ...figure }: SustainedFigure): string {
  const rows = backlog.map(({ atSeconds, perSecond, events, deliveries }) =>
    [atSeconds, perSecond, events, deliveries].map(whole),
  );
  const cpu = [figure.cpuMicroseconds, figure.databaseCpuMicroseconds].map(whole);
  return [
    renderTable(["Second", "Transfers/s", "Events not dispatched", "Deliveries not sent"], 0, rows),
    `${whole(figure.perSecond)} transfers per second, service CPU ${cpu[0]} µs, database CPU ${cpu[1]} µs, ` +
      `the backlog ${isFlat ? "is flat" : "GROWS"}; without workers of chains`,
  ].join("\n\n");
}
