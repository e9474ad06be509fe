import type { Measurement } from "../measure.ts";
import type { Figure } from "./comparison.ts";
import type { Load } from "./load.ts";
import type { OpenLoopFigure } from "./open-loop.ts";
import type { SustainedFigure } from "./sustained.ts";
import type { VariantName } from "./variant.ts";
import type { Written } from "./written-store.ts";

/** NaN if a run did not measure it; that meets no goal. */
export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly bound: "at least" | "at most";
  readonly limit: number;
  readonly isMet: boolean;
}

/** What a run measured; each mode measures a part. */
export interface Measured {
  readonly figures: readonly Figure[];
  /** What the service wrote for transfers of many accounts. */
  readonly written?: { readonly transfers: number; readonly written: Written } | undefined;
  readonly statementsPerBatch?: number | undefined;
  readonly openLoop?: OpenLoopFigure | undefined;
  readonly sustained?: SustainedFigure | undefined;
}

const openLoopGoalRate = 500;
const manyCallers = 64;

export function goalsOf(measured: Measured): readonly Goal[] {
  return [
    ...ratioGoals(measured.figures),
    ...latencyGoals(measured),
    ...costGoals(measured),
    atLeast(800, "sustained, with workers: transfers per second", sustainedPerSecond(measured.sustained)),
  ];
}

export function isMeasured({ measured }: Goal): boolean {
  return !Number.isNaN(measured);
}

/** CPU ratios decide: throughput says as much, but with the noise of everything else on the machine. */
function ratioGoals(figures: readonly Figure[]): readonly Goal[] {
  const ofCall = (load: Load, limit: number): Goal =>
    atLeast(limit, `${load}: CPU of one call ÷ CPU of the service`, cpuRatioOf(figures, load, "call"));
  return [
    ofCall("spread", 1),
    ofCall("hot", 1.3),
    ofCall("tenants", 0.8),
    atLeast(1, "spread: CPU of the contract ÷ CPU of the service", cpuRatioOf(figures, "spread", "contract")),
  ];
}

function latencyGoals({ figures, openLoop }: Measured): readonly Goal[] {
  const atGoalRate = openLoop?.rate === openLoopGoalRate ? openLoop : undefined;
  return [
    atMost(1.2, "spread: p50 of one caller, ms", serviceAt(figures, 1)?.p50Ms),
    atMost(45, `spread: p99 of ${manyCallers} callers, ms`, serviceAt(figures, manyCallers)?.p99Ms),
    atMost(25, `open loop: p99 at ${openLoopGoalRate} requests per second, ms`, atGoalRate?.p99Ms),
  ];
}

function costGoals({ figures, written: counted, statementsPerBatch }: Measured): readonly Goal[] {
  const service = bestOf(figures, "spread", "service")?.measurement;
  const perTransfer = (count: number | undefined): number | undefined =>
    counted === undefined || count === undefined ? undefined : count / counted.transfers;
  // Page images depend on when the last checkpoint was.
  const walBytes = counted && counted.written.walBytes - counted.written.pageImageBytes;
  const indexEntries = counted?.written.tables.reduce((sum, { indexEntries: count }) => sum + count, 0);
  return [
    atMost(420, "spread: CPU per transfer, service and database, µs", service && cpuOf(service)),
    atMost(1, "statements of a batch", statementsPerBatch),
    atMost(14, "spread: index entries per transfer", perTransfer(indexEntries)),
    atMost(5_000, "spread: WAL per transfer without page images, bytes", perTransfer(walBytes)),
  ];
}

/** A backlog that grows says that the rate cannot be sustained. */
function sustainedPerSecond(sustained: SustainedFigure | undefined): number | undefined {
  if (sustained === undefined) return undefined;
  return sustained.isFlat ? sustained.perSecond : 0;
}

function serviceAt(figures: readonly Figure[], callers: number): Measurement | undefined {
  return figures.find(
    (figure) => figure.load === "spread" && figure.variant === "service" && figure.callers === callers,
  )?.measurement;
}

function atLeast(limit: number, name: string, measured = Number.NaN): Goal {
  return { name, measured, bound: "at least", limit, isMet: measured >= limit };
}

function atMost(limit: number, name: string, measured = Number.NaN): Goal {
  return { name, measured, bound: "at most", limit, isMet: measured <= limit };
}

/** Throughput of the service divided by the peer's, each at its best number of callers. */
export function speedRatioOf(figures: readonly Figure[], load: Load, peer: VariantName): number {
  const [service, other] = [bestOf(figures, load, "service"), bestOf(figures, load, peer)];
  return service === undefined || other === undefined ? Number.NaN : speedOf(service) / speedOf(other);
}

/** CPU time of the peer divided by the service's, so that more is better, as for throughput. */
export function cpuRatioOf(figures: readonly Figure[], load: Load, peer: VariantName): number {
  const [service, other] = [bestOf(figures, load, "service"), bestOf(figures, load, peer)];
  return service === undefined || other === undefined
    ? Number.NaN
    : cpuOf(other.measurement) / cpuOf(service.measurement);
}

/** Of the measured process and the database together, per transfer. */
export function cpuOf({ cpuMicroseconds, databaseCpuMicroseconds }: Measurement): number {
  return cpuMicroseconds + databaseCpuMicroseconds;
}

/** The figure of this variant at its best number of callers. */
export function bestOf(figures: readonly Figure[], load: Load, variant: VariantName): Figure | undefined {
  return figures
    .filter((figure) => figure.load === load && figure.variant === variant)
    .sort((one, other) => speedOf(other) - speedOf(one))[0];
}

function speedOf({ measurement }: Figure): number {
  return measurement.perSecond;
}
