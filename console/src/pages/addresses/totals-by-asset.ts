import type { Balance } from "./address.ts";
import { sumDecimals } from "./sum-decimals.ts";

export interface AssetTotal {
  readonly asset: string;
  readonly balance: string;
  readonly available: string;
  readonly held: string;
}

/** What an account has of each token, over all its addresses and chains. */
export function totalsByAsset(balances: readonly Balance[]): readonly AssetTotal[] {
  const assets = [...new Set(balances.map(({ value_type }) => value_type))].sort();
  return assets.map((asset) => {
    const own = balances.filter(({ value_type }) => value_type === asset);
    return {
      asset,
      balance: sumDecimals(own.map(({ balance }) => balance.value)),
      available: sumDecimals(own.map(({ available }) => available.value)),
      held: sumDecimals(own.map(({ held }) => held.value)),
    };
  });
}
