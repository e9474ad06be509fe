/** Stellar has seven decimals and Florin six: a unit is ten stroops. */
const stroopsPerUnit = 10n;

export const maxStroops = 2n ** 63n - 1n;

export function stroopsOf(units: bigint): bigint {
  return units * stroopsPerUnit;
}

/** Rounds down: the seventh decimal of an incoming amount stays on the chain and is not credited. */
export function unitsOf(stroops: bigint): bigint {
  return stroops / stroopsPerUnit;
}

/** Operation amount: a decimal with seven places. */
export function decimalOf(units: bigint): string {
  const digits = stroopsOf(units).toString().padStart(8, "0");
  return `${digits.slice(0, -7)}.${digits.slice(-7)}`;
}

/** Parses Horizon's decimals to stroops. */
export function stroopsOfDecimal(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(7, "0"));
}
