import { type Measurement, medianOf } from "../measure.ts";
import type { Goal } from "../transfers/goals.ts";

/** Transfers of a tenant, per round: alone, and while others are locked. */
export interface IsolationFigure {
  readonly alone: readonly Measurement[];
  readonly besideLocked: readonly Measurement[];
}

const timesAlone = 1.5;

export function isolationGoal(figure: IsolationFigure): Goal {
  const measured = timesAloneOf("p99Ms", figure);
  const name = "p99 beside locked tenants ÷ p99 alone";
  // NaN meets no goal.
  return { name, measured, bound: "at most", limit: timesAlone, isMet: measured <= timesAlone };
}

/** Of the median rounds. */
export function timesAloneOf(latency: "p50Ms" | "p99Ms", { alone, besideLocked }: IsolationFigure): number {
  return medianOf(besideLocked)[latency] / medianOf(alone)[latency];
}
