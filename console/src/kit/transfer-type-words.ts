const words: Readonly<Record<string, string>> = {
  wire: "wire",
  ach_credit: "ACH credit",
  same_day_ach_credit: "same-day ACH credit",
  ach_debit: "ACH debit",
  same_day_ach_debit: "same-day ACH debit",
  rtp_credit: "RTP",
  ach: "ACH",
  rtp: "RTP",
  ethereum: "Ethereum",
  base: "Base",
  solana: "Solana",
  stellar: "Stellar",
};

const chains: ReadonlySet<string> = new Set(["ethereum", "base", "solana", "stellar"]);

/** Display name of a chain or rail: `ach_credit` becomes "ACH credit". */
export function transferTypeWords(transferType: string): string {
  return words[transferType] ?? transferType;
}

/** `FUSD on Base`, `USD by wire`. */
export function placeWords({
  value_type,
  transfer_type,
}: {
  readonly value_type: string;
  readonly transfer_type: string;
}): string {
  const preposition = isChain(transfer_type) ? "on" : "by";
  return `${value_type} ${preposition} ${transferTypeWords(transfer_type)}`;
}

export function isChain(transferType: string): boolean {
  return chains.has(transferType);
}
