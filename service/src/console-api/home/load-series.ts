import type { Session } from "../../db/database.ts";
import type { Clock } from "../../kernel/instant.ts";
import { type LedgerScope, readBalancesOverTime } from "../../ledger/index.ts";
import { lastDays } from "./days.ts";
import { type TokenSeries, toSeries } from "./supply-series.ts";

/** For every token that was ever minted or burned in this workspace's ledger. */
export async function loadSeries(
  { database, clock }: { readonly database: Session; readonly clock: Clock },
  scope: LedgerScope,
  dayCount: number,
): Promise<{ readonly series: readonly TokenSeries[]; readonly isComplete: boolean }> {
  const days = lastDays(clock.now(), dayCount);
  const { balances, isComplete } = await readBalancesOverTime(database, scope, {
    kinds: ["reserve", "supply"],
    moments: days.map(({ end }) => end),
  });
  return { series: toSeries(days, balances), isComplete };
}
