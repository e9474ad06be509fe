import { complain, type ValidationIssue } from "./validation-issue.ts";

/** 100 percent, in parts per million. */
export const wholePpm = 1_000_000;

const ppmDecimals = 4;

/** Numeric strings accepted in addition to JSON numbers. */
export const percentagePattern = "^-?[0-9]{1,18}(\\.[0-9]{1,30})?$";

/**
 * A percentage in whole parts per million. Finer fractions are truncated, never rounded up, so that three thirds
 * written as 33.333333333333336 do not exceed 100 percent.
 */
export function readOwnership(percentage: number | string): number | ValidationIssue {
  const text = typeof percentage === "string" ? percentage : plainDecimal(percentage);
  const [whole = "", fraction = ""] = text.split(".");
  const ppm = Number(whole + fraction.slice(0, ppmDecimals).padEnd(ppmDecimals, "0"));
  const isBelowZero = text.startsWith("-") && /[1-9]/.test(text);
  const isAboveAll = ppm > wholePpm || (ppm === wholePpm && /[1-9]/.test(fraction));
  return isBelowZero || isAboveAll ? complain("must be between 0 and 100") : Math.abs(ppm);
}

/** JavaScript formats very large and very small numbers with an exponent; their exact value doesn't matter here. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  if (value < 0) return "-1";
  return value < 1 ? "0" : "101";
}
