import { assert } from "./assert.ts";
import { type Refusal, refuse } from "./refusal.ts";

/** A currency or a token, and the number of decimals of its smallest unit. */
export interface Asset {
  readonly code: string;
  readonly scale: number;
}

/** An exact amount, never a float: `units` counts the asset's smallest unit. */
export interface Money {
  readonly units: bigint;
  readonly asset: Asset;
}

export const usd: Asset = { code: "USD", scale: 2 };

export function dollars(cents: bigint): Money;
export function dollars(cents: bigint | undefined): Money | undefined;
export function dollars(cents: bigint | undefined): Money | undefined {
  return cents === undefined ? undefined : { units: cents, asset: usd };
}

const maxWholeDigits = 18;
const minShownDecimals = 2;
/** Without leading zeros: other readers take them for octal numbers or typos. */
const wholePattern = `(0|[1-9]\\d{0,${maxWholeDigits - 1}})`;
const wholeAndFraction = new RegExp(`^${wholePattern}(?:\\.(\\d+))?$`);

/** Pattern of an amount in a request, for schemas. */
export function amountPattern(scale: number): string {
  return scale === 0 ? `^${wholePattern}$` : `^${wholePattern}(\\.\\d{1,${scale}})?$`;
}

/** The same for amounts greater than zero; without a lookahead, which many readers of patterns do not have. */
export function positiveAmountPattern(scale: number): string {
  const fraction = scale === 0 ? "" : `(\\.\\d{1,${scale}})?`;
  const positive = `[1-9]\\d{0,${maxWholeDigits - 1}}${fraction}`;
  return scale === 0 ? `^${positive}$` : `^(${positive}|0\\.${positiveDigits(scale)})$`;
}

/** Up to so many digits, not all of them zero. */
function positiveDigits(count: number): string {
  return count === 1 ? "[1-9]" : `([1-9]\\d{0,${count - 1}}|0${positiveDigits(count - 1)})`;
}

/** Pattern of a non-negative amount as `formatAmount` writes it. */
export function shownAmountPattern(scale: number): string {
  return `^\\d+\\.\\d{${minShownDecimals},${Math.max(minShownDecimals, scale)}}$`;
}

/** Parses a positive decimal string from a request; refuses anything else with the reason. */
export function parseAmount(text: string, asset: Asset, pointer: string): Money | Refusal {
  const refuseAmount = (detail: string): Refusal =>
    refuse("validation_failed", detail, { errors: [{ pointer, detail }] });
  const match = wholeAndFraction.exec(text);
  if (match === null)
    return refuseAmount(
      "must be a decimal string such as 100.00, without leading zeros and with at most 18 digits before the point",
    );
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > asset.scale)
    return refuseAmount(`must have at most ${asset.scale} decimals for ${asset.code}`);
  const units = BigInt(whole + fraction.padEnd(asset.scale, "0"));
  if (units === 0n) return refuseAmount("must be greater than zero");
  return { units, asset };
}

/** Formats an amount exactly, with at least two decimals and no further trailing zeros. */
export function formatAmount({ units, asset }: Money): string {
  const sign = units < 0n ? "-" : "";
  const digits = (units < 0n ? -units : units).toString().padStart(asset.scale + 1, "0");
  const whole = digits.slice(0, digits.length - asset.scale);
  const fraction = digits
    .slice(digits.length - asset.scale)
    .replace(/0+$/, "")
    .padEnd(minShownDecimals, "0");
  return `${sign}${whole}.${fraction}`;
}

export function addMoney(left: Money, right: Money): Money {
  assertSameAsset(left, right);
  return { units: left.units + right.units, asset: left.asset };
}

export function subtractMoney(left: Money, right: Money): Money {
  assertSameAsset(left, right);
  return { units: left.units - right.units, asset: left.asset };
}

/** Negative, zero or positive, for use as a sort function. */
export function compareMoney(left: Money, right: Money): number {
  assertSameAsset(left, right);
  if (left.units === right.units) return 0;
  return left.units < right.units ? -1 : 1;
}

export type Rounding = "down" | "up" | "half_even";

/** A share of an amount. The rounding is explicit: `up` is away from zero, `down` toward zero. */
export function multiplyByRatio(
  money: Money,
  ratio: { readonly numerator: bigint; readonly denominator: bigint; readonly rounding: Rounding },
): Money {
  assert(ratio.denominator > 0n, "the denominator of a ratio must be positive");
  const product = money.units * ratio.numerator;
  const magnitude = product < 0n ? -product : product;
  const rounded = divideMagnitude(magnitude, ratio.denominator, ratio.rounding);
  return { units: product < 0n ? -rounded : rounded, asset: money.asset };
}

function divideMagnitude(magnitude: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = magnitude / denominator;
  const remainder = magnitude % denominator;
  if (remainder === 0n) return quotient;
  switch (rounding) {
    case "down":
      return quotient;
    case "up":
      return quotient + 1n;
    case "half_even": {
      const twice = remainder * 2n;
      if (twice === denominator) return quotient % 2n === 0n ? quotient : quotient + 1n;
      return twice > denominator ? quotient + 1n : quotient;
    }
  }
}

function assertSameAsset(left: Money, right: Money): void {
  assert(
    left.asset.code === right.asset.code && left.asset.scale === right.asset.scale,
    `amounts of different assets cannot be combined: ${left.asset.code} and ${right.asset.code}`,
  );
}
