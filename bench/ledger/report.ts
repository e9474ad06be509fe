import type { Measurement } from "../measure.ts";
import { bestOf, type Figure, type Goal, type GrowthFigure } from "./goals.ts";
import type { JournalSize } from "./growth.ts";
import { type Load, loads } from "./transfers.ts";
import { peerNames, type VariantName } from "./variant.ts";

const variantNames: Readonly<Record<VariantName, string>> = {
  ledger: "the ledger's writer",
  statements: "driver, one statement at a time",
  call: "driver, one call per transfer",
  pgbench: "pgbench, one call per transfer",
};
const loadNames: Readonly<Record<Load, string>> = { spread: "10,000 accounts", hot: "one hot account" };

/** Every variant with every number of callers; the best of each variant has a star. */
export function renderComparison(figures: readonly Figure[]): string {
  const best = new Set(loads.flatMap((load) => variants.map((variant) => bestOf(figures, load, variant))));
  return renderTable(
    ["Accounts", "Variant", "Callers", ...measurementHead, "Best"],
    figures.map((figure) => [
      loadNames[figure.load],
      variantNames[figure.variant],
      whole(figure.callers),
      ...measurementCells(figure.measurement),
      best.has(figure) ? "*" : "",
    ]),
  );
}

const variants: readonly VariantName[] = ["ledger", ...peerNames];

/** The ledger's best compared with each peer's best. */
export function renderRatios(figures: readonly Figure[]): string {
  const rows = loads.flatMap((load) =>
    peerNames.flatMap((peer) => {
      const [own, other] = [bestOf(figures, load, "ledger"), bestOf(figures, load, peer)];
      if (own === undefined || other === undefined) return [];
      const [ownSpeed, otherSpeed] = [own.measurement.perSecond, other.measurement.perSecond];
      return [
        [
          loadNames[load],
          variantNames[peer],
          whole(ownSpeed),
          whole(otherSpeed),
          decimal(ownSpeed / otherSpeed),
        ],
      ];
    }),
  );
  return renderTable(["Accounts", "Compared with", "Ledger/s", "Peer/s", "Ledger ÷ peer"], rows);
}

export function renderGrowth(figures: readonly GrowthFigure[]): string {
  return renderTable(
    ["Accounts", "Postings", ...measurementHead, "÷ smallest"],
    loads.flatMap((load) => {
      const own = figures.filter((figure) => figure.load === load);
      const smallest = own[0]?.measurement.perSecond ?? Number.NaN;
      return own.map(({ postings, measurement }) => [
        loadNames[load],
        postings.toLocaleString("en"),
        ...measurementCells(measurement),
        decimal(measurement.perSecond / smallest),
      ]);
    }),
  );
}

const bytesPerMegabyte = 1024 * 1024;

export function renderSizes(sizes: readonly JournalSize[]): string {
  const megabytes = (bytes: number): string => (bytes / bytesPerMegabyte).toFixed(1);
  return renderTable(
    ["Table", "Postings", "Table MiB", "Indexes MiB"],
    sizes.flatMap(({ postings, tables }) =>
      [...tables].map(([name, size]) => [
        name,
        postings.toLocaleString("en"),
        megabytes(size.table),
        megabytes(size.indexes),
      ]),
    ),
  );
}

export function renderGoal({ name, measured, atLeast, isMet }: Goal): string {
  return `${isMet ? "met   " : "MISSED"}  measured ${decimal(measured)}, goal at least ${decimal(atLeast)}: ${name}`;
}

const measurementHead = ["Transfers/s", "p50 ms", "p99 ms", "Client CPU µs", "Database CPU µs"];

function measurementCells(measurement: Measurement): readonly string[] {
  const { perSecond, p50Ms, p99Ms, cpuMicroseconds, databaseCpuMicroseconds } = measurement;
  return [
    whole(perSecond),
    decimal(p50Ms, 1),
    decimal(p99Ms, 1),
    whole(cpuMicroseconds),
    whole(databaseCpuMicroseconds),
  ];
}

const unknown = "–";

function whole(figure: number): string {
  return Number.isNaN(figure) ? unknown : Math.round(figure).toLocaleString("en");
}

function decimal(figure: number, digits = 2): string {
  return Number.isNaN(figure) ? unknown : figure.toFixed(digits);
}

/** Figures are right-aligned, text left-aligned. */
function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (/^[\d.,–]+$/.test(rows[0]?.[column] ?? "") ? "---:" : "---"));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
