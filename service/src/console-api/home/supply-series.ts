import type { Instant } from "../../kernel/instant.ts";
import { formatAmount, usd } from "../../kernel/money.ts";
import type { readBalancesOverTime } from "../../ledger/index.ts";

type BalanceOverTime = Awaited<ReturnType<typeof readBalancesOverTime>>["balances"][number];

/** Supply of a token over time, per chain and in total, and its reserve. */
export interface TokenSeries {
  readonly valueType: string;
  readonly isBacked: boolean;
  readonly points: readonly SeriesPoint[];
}

export interface SeriesPoint {
  readonly supply: string;
  /** Undefined if this ledger holds no reserve for the token. */
  readonly reserve: string | undefined;
  readonly chains: readonly { readonly chain: string; readonly supply: string }[];
}

/** Computed from balances of the supply and reserve accounts at the same times. */
export function toSeries(
  moments: readonly Instant[],
  balances: readonly BalanceOverTime[],
): readonly TokenSeries[] {
  const supplies = balances.filter(({ account }) => account.kind === "supply");
  const codes = [...new Set(supplies.map(({ account }) => account.asset.code))].toSorted();
  return codes.map((valueType) => {
    const tokenSupplies = supplies.filter(({ account }) => account.asset.code === valueType);
    const tokenIds = new Set(tokenSupplies.map(({ account }) => account.owner));
    const reserves = balances.filter(
      ({ account }) => account.kind === "reserve" && tokenIds.has(account.owner),
    );
    return {
      valueType,
      isBacked: reserves.length > 0,
      points: moments.map((_, place) => pointAt(place, tokenSupplies, reserves)),
    };
  });
}

function pointAt(
  place: number,
  supplies: readonly BalanceOverTime[],
  reserves: readonly BalanceOverTime[],
): SeriesPoint {
  // Minting debits the supply account, so its balance is negative.
  const minted = supplies.map(({ account, units }) => ({ account, units: -(units[place] ?? 0n) }));
  const asset = supplies[0]?.account.asset ?? usd;
  const chains = [...new Set(minted.map(({ account }) => account.chain ?? ""))].toSorted();
  const amount = (units: bigint): string => formatAmount({ units, asset });
  return {
    supply: amount(sum(minted.map(({ units }) => units))),
    reserve:
      reserves.length === 0
        ? undefined
        : formatAmount({ units: sum(reserves.map(({ units }) => units[place] ?? 0n)), asset: usd }),
    chains: chains.map((chain) => ({
      chain,
      supply: amount(sum(minted.filter(({ account }) => account.chain === chain).map(({ units }) => units))),
    })),
  };
}

function sum(units: readonly bigint[]): bigint {
  return units.reduce((total, each) => total + each, 0n);
}
