import type { Quantiles, Spread } from "./quantiles.ts";

/** The service and the plain loop with this many subscriptions; ratios compare figures of the same round. */
export interface SpeedFigure {
  readonly subscriptions: number;
  readonly deliveries: number;
  readonly servicePerSecond: Spread;
  readonly plainPerSecond: Spread;
  readonly ratio: Spread;
  /** Per delivery, without the receiver's. */
  readonly cpuMicroseconds: {
    readonly service: Spread;
    readonly database: Spread;
    readonly plain: Spread;
  };
}

/** From the return of the commit to the time the delivery is received, in milliseconds. */
export interface LatencyFigure {
  readonly subscriptions: number;
  /** Target and actual deliveries per second. */
  readonly expectedPerSecond: number;
  readonly perSecond: number;
  readonly ms: Quantiles;
}

/** Latencies of the healthy endpoints per round: with all healthy, and with some bad. */
export interface IsolationFigure {
  readonly perSecond: number;
  readonly calm: readonly Quantiles[];
  readonly troubled: readonly Quantiles[];
}

export interface Goal {
  readonly name: string;
  readonly measured: number;
  readonly bound: "at least" | "at most";
  readonly limit: number;
  readonly isMet: boolean;
}

const timesOfThePlainLoop = 0.8;
/** Its requests in flight are limited, so less can be batched. */
const timesWithOneSubscription = 0.7;
const p50Ms = 20;
const timesOfTheCalm = 1.1;

export function speedGoal({ subscriptions, ratio }: SpeedFigure): Goal {
  const limit = subscriptions === 1 ? timesWithOneSubscription : timesOfThePlainLoop;
  return atLeast(`${subscriptions} subscriptions: service ÷ plain loop`, ratio.median, limit);
}

export function latencyGoal({ subscriptions, ms }: LatencyFigure): Goal {
  return atMost(`${subscriptions} subscriptions: p50 from commit to delivery, ms`, ms.p50, p50Ms);
}

export function isolationGoal(figure: IsolationFigure): Goal {
  return atMost(
    "healthy endpoints: p99 with bad endpoints ÷ p99 without",
    disturbanceOf(figure),
    timesOfTheCalm,
  );
}

/** Median of the ratios, of two the worse: in each round both were measured shortly after one another. */
export function disturbanceOf({ calm, troubled }: IsolationFigure): number {
  const ratios = troubled.map(({ p99 }, round) => p99 / (calm[round]?.p99 ?? Number.NaN));
  return ratios.sort((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? Number.NaN;
}

// NaN meets no goal.
function atLeast(name: string, measured: number, limit: number): Goal {
  return { name, measured, bound: "at least", limit, isMet: measured >= limit };
}

function atMost(name: string, measured: number, limit: number): Goal {
  return { name, measured, bound: "at most", limit, isMet: measured <= limit };
}
