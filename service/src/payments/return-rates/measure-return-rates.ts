import type { Database } from "../../db/database.ts";
import { defineJob, defineSchedule, type JobDefinition, type Schedule } from "../../jobs/index.ts";
import { type Clock, instantFromMs } from "../../kernel/instant.ts";
import { exceededRates, type MeasuredRates } from "./return-rate.ts";
import { countReturns, type NoteLevels, replaceRates } from "./store.ts";

export interface ReturnRatesDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly noteLevels: NoteLevels;
  /** Called for each tenant, and for the platform, whose rate is above a threshold. */
  readonly onReturnRateExceeded: (measured: MeasuredRates) => void;
}

const kind = "payments.measure_return_rates";
const everyMs = 60 * 60_000;
const periodMs = 60 * 24 * 60 * 60_000;

/** Measures the return rates of ACH debits every hour. */
export function returnRateJobs(deps: ReturnRatesDeps): {
  readonly jobs: readonly JobDefinition[];
  readonly schedules: readonly Schedule[];
} {
  return {
    jobs: [defineJob({ kind, parse: () => undefined, handle: () => measureReturnRates(deps) })],
    schedules: [defineSchedule({ name: kind, everyMs, job: { kind, payload: {} } })],
  };
}

export async function measureReturnRates({
  database,
  clock,
  noteLevels,
  onReturnRateExceeded,
}: ReturnRatesDeps): Promise<void> {
  const measuredAt = clock.now();
  const counts = await countReturns(database, instantFromMs(Math.max(0, measuredAt - periodMs)));
  const measured = counts.map((each) => ({ ...each, exceeded: exceededRates(each), measuredAt }));
  await database.transaction((tx) => replaceRates(tx, measured, noteLevels));
  for (const rates of measured) if (rates.exceeded.length > 0) onReturnRateExceeded(rates);
}
