import type { LanePlan } from "../chain.ts";
import { type KeyDuty, type KeyRef, keyName } from "../signer.ts";

/** Deals work out to lanes: each goes to the lane of its duty that has the least under way, while one has room. */
export function chooseLanes<Work>(
  plans: readonly LanePlan[],
  inFlight: ReadonlyMap<string, number>,
  work: readonly { readonly duty: KeyDuty; readonly work: Work }[],
): readonly { readonly work: Work; readonly lane: KeyRef }[] {
  const load = new Map(inFlight);
  const chosen: { work: Work; lane: KeyRef }[] = [];
  for (const { duty, work: one } of work) {
    const lane = leastLoaded(plans, load, duty);
    if (lane === undefined) continue;
    load.set(keyName(lane), (load.get(keyName(lane)) ?? 0) + 1);
    chosen.push({ work: one, lane });
  }
  return chosen;
}

function leastLoaded(
  plans: readonly LanePlan[],
  load: ReadonlyMap<string, number>,
  duty: KeyDuty,
): KeyRef | undefined {
  let best: { readonly lane: KeyRef; readonly load: number } | undefined;
  for (const plan of plans) {
    if (plan.duty !== duty) continue;
    for (let index = 0; index < plan.count; index += 1) {
      const lane = { duty, index };
      const laneLoad = load.get(keyName(lane)) ?? 0;
      if (laneLoad < plan.maxInFlight && (best === undefined || laneLoad < best.load)) {
        best = { lane, load: laneLoad };
      }
    }
  }
  return best?.lane;
}
