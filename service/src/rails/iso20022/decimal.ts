/** ISO 20022 allows five decimals in an amount; sums are compared in hundred-thousandths of the unit. */
const decimals = 5;
const perCent = 1_000n;

const shape = /^(\d{1,18})(?:\.(\d{1,17}))?$/;

/** Hundred-thousandths; undefined for anything but a plain decimal with at most five decimals. */
export function parseDecimal(text: string): bigint | undefined {
  const [, whole, fraction = ""] = shape.exec(text.trim()) ?? [];
  if (whole === undefined || !/^0*$/.test(fraction.slice(decimals))) return undefined;
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, "0"));
}

/** Undefined if there are fractions of a cent. */
export function centsOf(hundredThousandths: bigint): bigint | undefined {
  return hundredThousandths % perCent === 0n ? hundredThousandths / perCent : undefined;
}

/** Truncates fractions of a cent. */
export function wholeCentsOf(hundredThousandths: bigint): bigint {
  return hundredThousandths / perCent;
}

/** Takes a non-negative amount. */
export function formatCents(cents: bigint): string {
  const digits = cents.toString().padStart(3, "0");
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Takes a non-negative amount; returns the shortest form with at least two decimals. */
export function formatDecimal(hundredThousandths: bigint): string {
  const digits = hundredThousandths.toString().padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals).replace(/0{1,3}$/, "")}`;
}
