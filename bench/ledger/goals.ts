import type { Measurement } from "../measure.ts";
import type { Load } from "./transfers.ts";
import { type PeerName, peerNames, type VariantName } from "./variant.ts";

export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly atLeast: number;
  readonly isMet: boolean;
}

/** One line of the comparison: the median of its rounds. */
export interface Figure {
  readonly load: Load;
  readonly variant: VariantName;
  readonly callers: number;
  readonly measurement: Measurement;
}

/** One line of the growth: the median of its rounds at one size of the journal. */
export interface GrowthFigure {
  readonly load: Load;
  readonly postings: bigint;
  readonly measurement: Measurement;
}

const timesOfTheStrongestPeer: Readonly<Record<Load, number>> = { spread: 2.5, hot: 8 };
/** Minimum share of the throughput with the smallest journal. */
const leftAtAnySize = 0.8;

/** The ledger's best compared with the best of the fastest peer, each at its best number of callers. */
export function comparisonGoal(load: Load, figures: readonly Figure[]): Goal {
  const peers = peerNames.flatMap((peer) => bestOf(figures, load, peer) ?? []);
  const strongest = peers.reduce((one, other) => (speedOf(other) > speedOf(one) ? other : one));
  const ledger = bestOf(figures, load, "ledger");
  const measured = ledger === undefined ? Number.NaN : speedOf(ledger) / speedOf(strongest);
  return goal(
    `${load}: times the strongest peer (${strongest.variant}, ${strongest.callers} callers)`,
    measured,
    timesOfTheStrongestPeer[load],
  );
}

/** Share of the throughput with the smallest journal, at the size where it is lowest. */
export function growthGoal(load: Load, figures: readonly GrowthFigure[]): Goal {
  const own = figures.filter((figure) => figure.load === load);
  const smallest = own.reduce((one, other) => (other.postings < one.postings ? other : one));
  const slowest = own.reduce((one, other) => (speedOf(other) < speedOf(one) ? other : one));
  const size = slowest.postings.toLocaleString("en");
  return goal(
    `${load}: left of the speed as the journal grows (least at ${size} postings)`,
    speedOf(slowest) / speedOf(smallest),
    leftAtAnySize,
  );
}

/** The figure of this variant at its best number of callers. */
export function bestOf(
  figures: readonly Figure[],
  load: Load,
  variant: "ledger" | PeerName,
): Figure | undefined {
  return figures
    .filter((figure) => figure.load === load && figure.variant === variant)
    .sort((one, other) => speedOf(other) - speedOf(one))[0];
}

function goal(name: string, measured: number, atLeast: number): Goal {
  // NaN meets no goal.
  return { name, measured, atLeast, isMet: measured >= atLeast };
}

function speedOf({ measurement }: { readonly measurement: Measurement }): number {
  return measurement.perSecond;
}
