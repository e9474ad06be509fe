import { complain, type ValidationIssue } from "../../accounts/index.ts";

/** Assigned prefixes: US Treasury, the twelve Federal Reserve banks, thrifts, and travelers' checks. */
const prefixRanges = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** An ABA routing number: nine digits whose weighted sum is a multiple of ten (ANSI X9.120). */
export function readRoutingNumber(text: string): string | ValidationIssue {
  const digits = text.trim();
  if (!/^[0-9]{9}$/.test(digits)) return complain("must be a routing number of nine digits");
  const isRouting = hasKnownPrefix(digits) && hasCheckDigit(digits) && !/^0+$/.test(digits);
  return isRouting
    ? digits
    : complain("must be a valid ABA routing number; its prefix or check digit is wrong");
}

function hasKnownPrefix(digits: string): boolean {
  const prefix = Number(digits.slice(0, 2));
  return prefixRanges.some(([first, last]) => prefix >= first && prefix <= last);
}

function hasCheckDigit(digits: string): boolean {
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return sum % 10 === 0;
}
