import Type from "typebox";
import type { Instant } from "../../kernel/instant.ts";
import { usd } from "../../kernel/money.ts";
import type { Period } from "../../statistics/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import { loadSeries } from "../home/load-series.ts";
import type { SeriesPoint, TokenSeries } from "../home/supply-series.ts";
import type { ChartSeries, Measured } from "./chart-response.ts";
import type { ChartDefinition, ChartInput } from "./chart-route.ts";

const maxNameLength = 20;

/** Supply and reserve of tokens, from the history of their few ledger accounts. */
export const supplyCharts: readonly ChartDefinition[] = [
  {
    path: "supply",
    operationId: "getSupplyChart",
    summary: "Get the supply and reserve of each token over time",
    permission: "workspace.read",
    load: async (deps, input) => {
      const { tokens, isComplete } = await loadTokens(deps, input);
      const panels = tokens.map((token) => ({
        name: token.current.valueType,
        unit: token.current.valueType,
        series: [
          seriesOf(token, { name: "supply" }, ({ supply }) => supply),
          ...(token.current.isBacked
            ? [seriesOf(token, { name: "reserve", unit: usd.code }, ({ reserve }) => reserve)]
            : []),
        ],
      }));
      return { panels, isComplete };
    },
  },
  {
    path: "token-supply",
    operationId: "getTokenSupplyChart",
    summary: "Get the supply of a token by chain over time",
    permission: "workspace.read",
    filter: { value_type: Type.Optional(Type.String({ minLength: 1, maxLength: maxNameLength })) },
    load: async (deps, input) => {
      const { tokens } = await loadTokens(deps, input);
      const own = tokens.filter(({ current }) => current.valueType === input.only);
      const panels = own.map((token) => ({
        name: token.current.valueType,
        unit: token.current.valueType,
        series: (token.current.points.at(-1)?.chains ?? []).map(({ chain }) =>
          seriesOf(token, { name: chain }, ({ chains }) => supplyOn(chains, chain)),
        ),
      }));
      return { panels };
    },
  },
];

interface TokenPeriods {
  readonly current: TokenSeries;
  readonly previous: TokenSeries | undefined;
}

async function loadTokens(
  { database }: ConsoleDeps,
  { scope, periods }: ChartInput,
): Promise<{ readonly tokens: readonly TokenPeriods[]; readonly isComplete: boolean }> {
  const { series, isComplete } = await loadSeries(database, scope, endsOf(periods.current));
  const before = await loadSeries(database, scope, endsOf(periods.previous));
  const tokens = series.map((current) => ({
    current,
    previous: before.series.find(({ valueType }) => valueType === current.valueType),
  }));
  return { tokens, isComplete };
}

/** A step ends where the next one starts. */
function endsOf({ starts, end }: Period): readonly Instant[] {
  return [...starts.slice(1), end];
}

function seriesOf(
  { current, previous }: TokenPeriods,
  named: Pick<ChartSeries, "name" | "unit">,
  measure: (point: SeriesPoint) => string | undefined,
): ChartSeries {
  const measured = (points: readonly SeriesPoint[]): Measured => {
    const values = points.map(measure);
    return { values, total: values.at(-1) };
  };
  return { ...named, current: measured(current.points), previous: measured(previous?.points ?? []) };
}

function supplyOn(chains: SeriesPoint["chains"], name: string): string | undefined {
  return chains.find(({ chain }) => chain === name)?.supply;
}
