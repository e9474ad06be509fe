import { formatAmount, parseAmount, usd } from "../kernel/money.ts";
import { orThrow } from "../kernel/refusal.ts";

/** Parses a dollar amount from the command line into cents. */
export function readCents(text: string, name: string): bigint {
  return orThrow(parseAmount(text, usd, `/${name}`)).units;
}

const nothing = /^0+(?:\.0{1,2})?$/;

/** The same, but zero is allowed and the default. */
export function readCentsOrNone(text: string | undefined, name: string): bigint {
  return text === undefined || nothing.test(text) ? 0n : readCents(text, name);
}

export function dollarsText(cents: bigint): string {
  return formatAmount({ units: cents, asset: usd });
}
