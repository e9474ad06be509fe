import { isGreater } from "./decimals.ts";
import { groupedDecimal } from "./grouped-decimal.ts";

const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;

/**
 * The decimal that the user typed or pasted, without a currency sign, spaces and thousands separators. A comma elsewhere
 * stays, so that the form refuses "1,5" instead of reading it as 15.
 */
export function enteredDecimal(text: string): string {
  const plain = text.replaceAll(/[\s$]/g, "");
  return grouped.test(plain) ? plain.replaceAll(",", "") : plain;
}

/**
 * What the field shows. While the user types, it is the text as typed: separators that vanish while more is typed would
 * make 12345 of "1,2345", which is refused.
 */
export function shownAmount(value: string, typed: string | undefined): string {
  if (typed === undefined) return groupedDecimal(value);
  return enteredDecimal(typed) === value ? typed : value;
}

interface AmountRules {
  readonly decimals: number;
  /** The most that can be spent, if known. */
  readonly available?: string | undefined;
  readonly allowsZero?: boolean;
}

const decimal = /^\d{1,18}(?:\.(\d+))?$/;

/** Validation message; undefined if the amount is valid. */
export function amountProblem(
  amount: string,
  { decimals, available, allowsZero = false }: AmountRules,
): string | undefined {
  const text = amount.trim();
  if (text === "") return "Enter an amount.";
  const parts = decimal.exec(text);
  if (parts === null) return "Enter an amount like 1250.00.";
  if ((parts[1] ?? "").length > decimals) return `Use at most ${decimals} decimals.`;
  if (!allowsZero && !/[1-9]/.test(text)) return "The amount must be greater than zero.";
  if (available !== undefined && isGreater(text, available))
    return `Only ${groupedDecimal(available)} is available.`;
  return undefined;
}
