import { type Asset, formatAmount } from "../../kernel/money.ts";
import { type LevelRow, type Period, selectPlatformLevels } from "../../statistics/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import type { Chart, ChartPeriods, ChartSeries, Measured } from "./chart-response.ts";

const maxRows = 20_000;
const dayMs = 86_400_000;
const maxRunwayDays = 999;

/** Balances of the gas wallets, with the days that they last at the current rate. */
export function loadGasBalances(deps: ConsoleDeps, periods: ChartPeriods): Promise<Chart> {
  return loadGas(deps, periods, (rows, asset, name) => ({
    name,
    label: labelOf(rows, periods.current, name),
    current: balances(rows, periods.current, asset),
    previous: balances(rows, periods.previous, asset),
  }));
}

/** What the gas wallets spent: the sum of the decreases of their balances. */
export function loadGasSpent(deps: ConsoleDeps, periods: ChartPeriods): Promise<Chart> {
  return loadGas(deps, periods, (rows, asset, name) => ({
    name,
    current: spent(rows, periods.current, asset),
    previous: spent(rows, periods.previous, asset),
  }));
}

/** Readings of one wallet, oldest first. */
type SeriesMaker = (rows: readonly LevelRow[], asset: Asset, name: string) => ChartSeries;

async function loadGas(
  { database, lookAtChains }: ConsoleDeps,
  { current, previous }: ChartPeriods,
  seriesOf: SeriesMaker,
): Promise<Chart> {
  const grain = current.step === "hour" ? "hour" : "day";
  const since = previous.starts[0] ?? previous.end;
  const rows = await selectPlatformLevels(database, { series: "gas", grain, since }, maxRows);
  const panels = (await lookAtChains()).flatMap(({ network, chain, coin, coinDecimals }) => {
    const own = rows.filter((row) => row.network === network && row.detail === chain);
    if (own.length === 0) return [];
    const asset = { code: coin ?? "coin", scale: coinDecimals };
    const wallets = [...new Set(own.map(({ name }) => name))].toSorted();
    const series = wallets.map((name) =>
      seriesOf(
        own.filter((row) => row.name === name),
        asset,
        name,
      ),
    );
    return [{ name: `${chain} ${network}`, unit: asset.code, series }];
  });
  return { panels, isComplete: rows.length < maxRows };
}

function balances(rows: readonly LevelRow[], period: Period, asset: Asset): Measured {
  const values = eachStep(period, (from, to) => {
    const last = rows.findLast(({ at }) => at >= from && at < to);
    return last === undefined ? undefined : formatAmount({ units: last.units, asset });
  });
  return { values, total: values.findLast((value) => value !== undefined) };
}

function spent(rows: readonly LevelRow[], period: Period, asset: Asset): Measured {
  const units = eachStep(period, (from, to) => decreases(rows, from, to));
  const total = units.reduce((sum, each) => sum + each, 0n);
  return {
    values: units.map((each) => formatAmount({ units: each, asset })),
    total: formatAmount({ units: total, asset }),
  };
}

/** A top-up between two readings hides what was spent between them. */
function decreases(rows: readonly LevelRow[], from: number, to: number): bigint {
  return rows.reduce((sum, { at, units }, place) => {
    const before = rows[place - 1]?.units ?? units;
    return at >= from && at < to && units < before ? sum + before - units : sum;
  }, 0n);
}

function labelOf(rows: readonly LevelRow[], { starts, end }: Period, name: string): string {
  const [first = end] = starts;
  const within = rows.filter(({ at }) => at >= first);
  const [oldest, newest] = [within[0], within.at(-1)];
  if (oldest === undefined || newest === undefined) return name;
  const days = BigInt(Math.max(1, Math.round((newest.at - oldest.at) / dayMs)));
  const used = decreases(rows, oldest.at + 1, end);
  if (used === 0n) return name;
  const runway = Math.min(maxRunwayDays, Number((newest.units * days) / used));
  return `${name} (lasts ${runway} days)`;
}

function eachStep<Value>(
  { starts, end }: Period,
  measure: (from: number, to: number) => Value,
): readonly Value[] {
  return starts.map((start, place) => measure(start, starts[place + 1] ?? end));
}
