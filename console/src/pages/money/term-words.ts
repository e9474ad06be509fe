/** Operations that a limit can be scoped to. */
export const limitedOperations = [
  "transfer",
  "token_transfer",
  "token_mint",
  "token_burn",
  "treasury_withdrawal",
] as const;
const wordsOfOperations: Readonly<Record<string, string>> = {
  transfer: "Transfers",
  token_transfer: "Token transfers",
  token_mint: "Mints",
  token_burn: "Burns",
  treasury_withdrawal: "Treasury withdrawals",
};

export function operationWords(operation: string): string {
  return wordsOfOperations[operation] ?? operation;
}

export const flows = ["onramp", "offramp", "swap"] as const;
export const flowWords = {
  onramp: "Onramp: USD to tokens",
  offramp: "Offramp: tokens to USD",
  swap: "Swap: one token to another",
} as const;

interface Price {
  readonly flat: string;
  readonly basis_points: number;
  readonly minimum: string;
  readonly maximum: string | null;
}

const zero = "0.00";

/** A fee as text: "0.25 USD + 15 bps, min 1.00 USD". */
export function priceWords({ flat, basis_points: points, minimum, maximum }: Price): string {
  const parts = [...(flat === zero ? [] : [`${flat} USD`]), ...(points === 0 ? [] : [`${points} bps`])];
  const price = parts.length === 0 ? "Free" : parts.join(" + ");
  const least = minimum === zero ? "" : `, min ${minimum} USD`;
  const most = maximum === null ? "" : `, max ${maximum} USD`;
  return price + least + most;
}
