import { groupedDecimal } from "./grouped-decimal.ts";
import { statusWords } from "./status-tone.ts";

/** An amount in a heading or sentence: "$55.01", "1,250.00 FUSD". */
export function moneyWords(value: string, asset: string): string {
  const grouped = groupedDecimal(value);
  return asset === "USD" ? grouped.replace(/^(−?)/, "$1$") : `${grouped} ${asset}`;
}

interface Outcome {
  readonly amount: { readonly value: string; readonly currency: string };
  readonly status: string;
  readonly reason?: string | undefined;
}

/** "$55.01 · Failed: R01 insufficient funds" */
export function moneyTitle({ amount, status, reason }: Outcome): string {
  const outcome = statusWords(status);
  const sum = moneyWords(amount.value, amount.currency);
  return `${sum} · ${reason === undefined ? outcome : `${outcome}: ${reason}`}`;
}
