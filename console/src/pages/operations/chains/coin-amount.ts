import type { Chain } from "./chains-query.ts";

interface Coin {
  readonly symbol: string;
  readonly decimals: number;
}

/** Native coin of each chain, in which fees are paid. */
const coins: Readonly<Record<Chain["chain"], Coin>> = {
  ethereum: { symbol: "ETH", decimals: 18 },
  base: { symbol: "ETH", decimals: 18 },
  solana: { symbol: "SOL", decimals: 9 },
  stellar: { symbol: "XLM", decimals: 7 },
};

export function coinOf(chain: Chain["chain"]): string {
  return coins[chain].symbol;
}

/** Converts smallest units to coins exactly: `50000000000000000` wei is `0.05` ETH. */
export function coinAmount(chain: Chain["chain"], units: string): string {
  const { decimals } = coins[chain];
  const digits = units.padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
