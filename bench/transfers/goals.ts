import type { Figure } from "./comparison.ts";
import type { Load } from "./load.ts";
import { type PeerName, peerNames, type VariantName } from "./variant.ts";

export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly atLeast: number;
  readonly isMet: boolean;
}

const timesOfTheStrongestPeer = { spread: 1, hot: 3, tenants: 0.6 } as const;

/** The service's best compared with the best of the fastest peer, each at its best number of callers. */
export function goalOf(load: keyof typeof timesOfTheStrongestPeer, figures: readonly Figure[]): Goal {
  const peers = peerNames.flatMap((peer) => bestOf(figures, load, peer) ?? []);
  const [first, ...others] = peers;
  const strongest = others.reduce(
    (one, other) => (one && speedOf(other) > speedOf(one) ? other : one),
    first,
  );
  const measured = strongest === undefined ? Number.NaN : ratioOf(figures, load, strongest.variant);
  const atLeast = timesOfTheStrongestPeer[load];
  // NaN meets no goal.
  return {
    name: `${load}: times the strongest peer (${strongest?.variant})`,
    measured,
    atLeast,
    isMet: measured >= atLeast,
  };
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
