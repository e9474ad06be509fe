const decimals = 6;
const unitsPerDollar = 10n ** BigInt(decimals);
const amountText = /^(0|[1-9]\d{0,17})(?:\.(\d{1,6}))?$/;

/** Millionths of a dollar; undefined unless it is an amount as the API takes it. All value types are worth a dollar. */
export function unitsOf(text: unknown): bigint | undefined {
  const [, whole, fraction = ""] = typeof text === "string" ? (amountText.exec(text) ?? []) : [];
  if (whole === undefined) return undefined;
  return BigInt(whole) * unitsPerDollar + BigInt(fraction.padEnd(decimals, "0"));
}

/** With at least two decimals. */
export function dollarsOf(units: bigint): string {
  const fraction = String(units % unitsPerDollar).padStart(decimals, "0");
  return `${units / unitsPerDollar}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, "")}`;
}
