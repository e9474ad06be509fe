import type { Chain } from "./chains-query.ts";

interface Coin {
  readonly symbol: string;
  readonly decimals: number;
}

/** The coin in which each chain wants its fees. */
const coins: Readonly<Record<Chain["chain"], Coin>> = {
  ethereum: { symbol: "ETH", decimals: 18 },
  base: { symbol: "ETH", decimals: 18 },
  solana: { symbol: "SOL", decimals: 9 },
  stellar: { symbol: "XLM", decimals: 7 },
};

export function coinOf(chain: Chain["chain"]): string {
  return coins[chain].symbol;
}

/** Smallest units as coins, exactly: `50000000000000000` of Ethereum is `0.05`. */
export function coinAmount(chain: Chain["chain"], units: string): string {
  const { decimals } = coins[chain];
  const digits = units.padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
