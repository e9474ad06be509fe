import { networks } from "../../kernel/id.ts";
import { selectConfirmations } from "../../statistics/index.ts";
import type { ConsoleDeps } from "../console-deps.ts";
import type { Chart, ChartPeriods } from "./chart-response.ts";
import { distinct, percentileOf, seriesOf } from "./measure.ts";

const maxRows = 20_000;

/** Time from the first sending of a transaction until it is final, of all tenants; a panel for each chain. */
export async function loadConfirmations(
  { database }: ConsoleDeps,
  { current, previous }: ChartPeriods,
): Promise<Chart> {
  const rows = await selectConfirmations(database, current, maxRows);
  const earlier = await selectConfirmations(database, previous, maxRows);
  const panels = networks.toReversed().flatMap((network) => {
    const counted = {
      current: { period: current, rows: rows.filter((row) => row.network === network) },
      previous: { period: previous, rows: earlier.filter((row) => row.network === network) },
    };
    return distinct(counted, ({ name }) => name).map((chain) => ({
      name: `${chain} ${network}`,
      unit: "ms",
      series: [50, 95].map((percent) =>
        seriesOf(counted, { name: `p${percent}` }, ({ name }) => name === chain, percentileOf(percent)),
      ),
    }));
  });
  return { panels, isComplete: Math.max(rows.length, earlier.length) < maxRows };
}
