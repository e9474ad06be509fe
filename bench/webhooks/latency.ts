import type { LatencyFigure } from "./goals.ts";
import { withPatience } from "./patience.ts";
import { type Quantiles, quantilesOf } from "./quantiles.ts";
import type { Fed } from "./queue-reader.ts";
import type { Deliveries } from "./receiver.ts";
import type { Scene, Stage } from "./stage.ts";

/** The warm-up does not count. */
const leadInSeconds = 1;

/** A steady stream of events from another process than the one that delivers, as between two nodes. */
export async function measureLatency(
  stage: Stage,
  scene: Scene,
  subscriptions: number,
  expectedPerSecond: number,
): Promise<LatencyFigure> {
  const { ms, perSecond } = await feedAndListen(stage, scene, {
    perSecond: expectedPerSecond,
    seconds: stage.options.seconds * 2,
    endpoints: subscriptions,
    prompt: subscriptions,
  });
  stage.progress(`${subscriptions} subscriptions: p50 ${ms.p50.toFixed(1)} ms at ${Math.round(perSecond)}/s`);
  return { subscriptions, expectedPerSecond, perSecond, ms };
}

export interface Feeding {
  readonly perSecond: number;
  readonly seconds: number;
  /** Number of endpoints that receive each event, and how many of them respond promptly. */
  readonly endpoints: number;
  readonly prompt: number;
  /** Only endpoints with a lower number count. */
  readonly countedBelow?: number;
}

export async function feedAndListen(
  { receiver }: Stage,
  scene: Scene,
  { perSecond, seconds, endpoints, prompt, countedBelow = endpoints }: Feeding,
): Promise<{ readonly ms: Quantiles; readonly perSecond: number }> {
  await scene.settle();
  await scene.openWorker();
  await scene.startWorker();
  await receiver.ask("begin", true);
  const fed = await scene.queueReader.feed(perSecond, seconds + leadInSeconds);
  const expected = (fed.deliveries * prompt) / endpoints;
  await withPatience("receiving", receiver.ask("waitFor", expected));
  const received = await receiver.ask("received", undefined);
  await scene.stopWorker();
  if (received.count !== expected)
    throw new Error(`of ${expected} deliveries ${received.count} were received`);
  return { ms: quantilesOf(latenciesOf(fed, received, countedBelow)), perSecond: fed.perSecond };
}

/** From the return of the commit to the delivery, without the warm-up. The commits are in order. */
export function latenciesOf(
  { committedMs }: Pick<Fed, "committedMs">,
  { eventIds, endpoints, atMs }: Omit<Deliveries, "count">,
  countedBelow: number,
): readonly number[] {
  const [firstMs = Number.NaN] = committedMs.values();
  const fromMs = firstMs + leadInSeconds * 1000;
  return eventIds.flatMap((id, place) => {
    const committed = committedMs.get(id);
    if (committed === undefined) throw new Error(`event ${id} was received and never committed`);
    const isCounted = committed >= fromMs && (endpoints[place] ?? 0) < countedBelow;
    return isCounted ? [(atMs[place] ?? Number.NaN) - committed] : [];
  });
}
