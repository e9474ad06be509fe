import type { Measurement } from "../measure.ts";
import type { Figure } from "./comparison.ts";
import type { Load } from "./load.ts";
import { type PeerName, peerNames, type VariantName } from "./variant.ts";

export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly bound: "at least" | "at most";
  readonly limit: number;
  readonly isMet: boolean;
}

const timesOfTheStrongestPeer = { spread: 1, hot: 3, tenants: 0.6 } as const;
const timesOfTheCallAlone = 3;
const p99MsOfManyCallers = 60;
const manyCallers = 64;

/** The service's best compared with the best of the fastest peer, each at its best number of callers. */
export function goalOf(load: keyof typeof timesOfTheStrongestPeer, figures: readonly Figure[]): Goal {
  const peers = peerNames.flatMap((peer) => bestOf(figures, load, peer) ?? []);
  const [first, ...others] = peers;
  const strongest = others.reduce(
    (one, other) => (one && speedOf(other) > speedOf(one) ? other : one),
    first,
  );
  const measured = strongest === undefined ? Number.NaN : ratioOf(figures, load, strongest.variant);
  const name = `${load}: times the strongest peer (${strongest?.variant})`;
  const limit = timesOfTheStrongestPeer[load];
  // NaN meets no goal.
  return { name, measured, bound: "at least", limit, isMet: measured >= limit };
}

/** Latencies with many accounts of one tenant: of a lone caller, and of many. */
export function latencyGoals(figures: readonly Figure[]): readonly Goal[] {
  const at = (variant: VariantName, callers: number): Measurement | undefined =>
    figures.find(
      (figure) => figure.load === "spread" && figure.variant === variant && figure.callers === callers,
    )?.measurement;
  const alone = (at("service", 1)?.p50Ms ?? Number.NaN) / (at("call", 1)?.p50Ms ?? Number.NaN);
  const p99Ms = at("service", manyCallers)?.p99Ms ?? Number.NaN;
  return [
    atMost("spread: p50 of one caller, times one call by the driver", alone, timesOfTheCallAlone),
    atMost(`spread: p99 of ${manyCallers} callers, ms`, p99Ms, p99MsOfManyCallers),
  ];
}

function atMost(name: string, measured: number, limit: number): Goal {
  return { name, measured, bound: "at most", limit, isMet: measured <= limit };
}

export function ratioOf(figures: readonly Figure[], load: Load, peer: VariantName): number {
  const service = bestOf(figures, load, "service");
  const other = bestOf(figures, load, peer);
  return service === undefined || other === undefined ? Number.NaN : speedOf(service) / speedOf(other);
}

/** The figure of this variant at its best number of callers. */
export function bestOf(
  figures: readonly Figure[],
  load: Load,
  variant: "service" | PeerName,
): Figure | undefined {
  return figures
    .filter((figure) => figure.load === load && figure.variant === variant)
    .sort((one, other) => speedOf(other) - speedOf(one))[0];
}

function speedOf({ measurement }: Figure): number {
  return measurement.perSecond;
}
