/** The ways that limits and fees can be told apart by. */
export const ways = [
  "ethereum",
  "base",
  "solana",
  "stellar",
  "wire",
  "ach_credit",
  "same_day_ach_credit",
  "ach_debit",
  "same_day_ach_debit",
  "rtp_credit",
] as const;

export const flows = ["onramp", "offramp", "swap"] as const;
export const flowWords = {
  onramp: "Onramp: dollars into tokens",
  offramp: "Offramp: tokens into dollars",
  swap: "Swap: one token into another",
} as const;

interface Price {
  readonly flat: string;
  readonly basis_points: number;
  readonly minimum: string;
  readonly maximum: string | null;
}

const nothing = "0.00";

/** A price in words: "0.25 USD + 15 bp, at least 1.00 USD". */
export function priceWords({ flat, basis_points: points, minimum, maximum }: Price): string {
  const parts = [...(flat === nothing ? [] : [`${flat} USD`]), ...(points === 0 ? [] : [`${points} bp`])];
  const price = parts.length === 0 ? "Nothing" : parts.join(" + ");
  const least = minimum === nothing ? "" : `, at least ${minimum} USD`;
  const most = maximum === null ? "" : `, at most ${maximum} USD`;
  return price + least + most;
}
