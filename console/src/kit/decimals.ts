/** Exact sum of decimal strings, with as many fraction digits as the longest input. */
export function sumDecimals(values: readonly string[]): string {
  const scale = Math.max(0, ...values.map((value) => (value.split(".")[1] ?? "").length));
  const units = values.reduce((total, value) => total + unitsOf(value, scale), 0n);
  const isNegative = units < 0n;
  const digits = String(isNegative ? -units : units).padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  const fraction = scale === 0 ? "" : `.${digits.slice(-scale)}`;
  return `${isNegative ? "-" : ""}${whole}${fraction}`;
}

function unitsOf(value: string, scale: number): bigint {
  const [whole = "0", fraction = ""] = value.split(".");
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

export function isGreater(value: string, other: string): boolean {
  const scale = Math.max(...[value, other].map((text) => (text.split(".")[1] ?? "").length));
  return unitsOf(value, scale) > unitsOf(other, scale);
}

/** Drops digits beyond the given number of decimals. */
export function flooredDecimal(value: string, decimals: number): string {
  const [whole = "0", fraction = ""] = value.split(".");
  return fraction.length <= decimals ? value : `${whole}.${fraction.slice(0, decimals)}`;
}
