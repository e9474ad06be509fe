import { type Complaint, complain } from "./complaint.ts";

/** All of a business, in parts per million. */
export const wholePpm = 1_000_000;

const ppmDecimals = 4;

/** The numeric strings that are taken beside JSON numbers. */
export const percentagePattern = "^-?[0-9]{1,18}(\\.[0-9]{1,30})?$";

/**
 * A percentage as whole parts per million. What is finer is cut off, never rounded up, so that three thirds written as
 * 33.333333333333336 are not more than everything.
 */
export function readOwnership(percentage: number | string): number | Complaint {
  const text = typeof percentage === "string" ? percentage : plainDecimal(percentage);
  const [whole = "", fraction = ""] = text.split(".");
  const ppm = Number(whole + fraction.slice(0, ppmDecimals).padEnd(ppmDecimals, "0"));
  const isBelowZero = text.startsWith("-") && /[1-9]/.test(text);
  const isAboveAll = ppm > wholePpm || (ppm === wholePpm && /[1-9]/.test(fraction));
  return isBelowZero || isAboveAll ? complain("must be between 0 and 100") : Math.abs(ppm);
}

/** JavaScript writes very large and very small numbers with an exponent; what they are exactly matters no more. */
function plainDecimal(value: number): string {
  const text = String(value);
  if (!text.includes("e")) return text;
  if (value < 0) return "-1";
  return value < 1 ? "0" : "101";
}
