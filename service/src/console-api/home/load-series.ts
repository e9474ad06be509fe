import type { Session } from "../../db/database.ts";
import type { Instant } from "../../kernel/instant.ts";
import { type LedgerScope, readBalancesOverTime } from "../../ledger/index.ts";
import { type TokenSeries, toSeries } from "./supply-series.ts";

/** For every token that was ever minted or burned in this workspace's ledger, before each of the times. */
export async function loadSeries(
  database: Session,
  scope: LedgerScope,
  moments: readonly Instant[],
): Promise<{ readonly series: readonly TokenSeries[]; readonly isComplete: boolean }> {
  const kinds = ["reserve", "supply"] as const;
  const { balances, isComplete } = await readBalancesOverTime(database, scope, { kinds, moments });
  return { series: toSeries(moments, balances), isComplete };
}
