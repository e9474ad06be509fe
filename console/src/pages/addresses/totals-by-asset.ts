import { sumDecimals } from "../../kit/decimals.ts";
import type { Balance } from "./address.ts";

export interface AssetTotal {
  readonly asset: string;
  readonly balance: string;
  readonly available: string;
  readonly held: string;
}

/** Balances by token, summed over all addresses and chains of an account. */
export function totalsByAsset(balances: readonly Balance[]): readonly AssetTotal[] {
  const assets = [...new Set(balances.map(({ value_type }) => value_type))].sort();
  return assets.map((asset) => {
    const assetBalances = balances.filter(({ value_type }) => value_type === asset);
    return {
      asset,
      balance: sumDecimals(assetBalances.map(({ balance }) => balance.value)),
      available: sumDecimals(assetBalances.map(({ available }) => available.value)),
      held: sumDecimals(assetBalances.map(({ held }) => held.value)),
    };
  });
}
