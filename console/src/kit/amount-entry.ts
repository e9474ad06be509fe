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

const partialDecimal = /^(\d+)(\.\d*)?$/;

/**
 * What the field shows, with and without focus: the value with its thousands grouped. `asTyped` is shown instead while the
 * user types separators of their own.
 */
export function shownAmount(value: string, asTyped: string | undefined): string {
  if (asTyped !== undefined && enteredDecimal(asTyped) === value) return asTyped;
  const [, whole, fraction = ""] = partialDecimal.exec(value) ?? [];
  return whole === undefined ? value : `${groupedDecimal(whole)}${fraction}`;
}

interface AmountField {
  readonly value: string;
  /** Set while the field has separators that the user typed: they are not moved, and refused in the wrong place. */
  readonly asTyped: string | undefined;
}

interface AmountEdit {
  /** Text of the field after the edit, and the caret in it. */
  readonly text: string;
  readonly caret: number;
  /** What was typed or pasted; empty for a deletion. */
  readonly inserted: string;
  readonly isForwardDeletion?: boolean;
}

/** The field after an edit. When separators move, the caret stays between the same digits. */
export function editedAmount(
  before: AmountField,
  { text, caret, inserted, isForwardDeletion = false }: AmountEdit,
): AmountField & { readonly caret: number } {
  const hasOwnSeparators = [before.value, before.asTyped ?? "", inserted].some((part) => !isPlain(part));
  if (hasOwnSeparators && !isPlain(text)) return { value: enteredDecimal(text), asTyped: text, caret };
  const value = text.replaceAll(",", "");
  const shown = shownAmount(value, undefined);
  const place = caretAfter(shown, text.slice(0, caret).replaceAll(",", "").length);
  return {
    value,
    asTyped: undefined,
    caret: isForwardDeletion && shown[place] === "," ? place + 1 : place,
  };
}

function isPlain(text: string): boolean {
  return /^[\d.]*$/.test(text);
}

/** Position after a number of characters, without counting separators. */
function caretAfter(shown: string, characters: number): number {
  let position = 0;
  for (let seen = 0; seen < characters && position < shown.length; position += 1)
    if (shown[position] !== ",") seen += 1;
  return position;
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
