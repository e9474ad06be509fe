import { parseDecimal } from "./decimal.ts";
import type { Problems } from "./problems.ts";
import { decimalOf } from "./read-values.ts";
import { childAt, type XmlElement } from "./xml-element.ts";

export interface Totals {
  readonly count: number;
  /** Hundred-thousandths of the unit, regardless of currency: a control sum adds plain numbers. */
  readonly sum: bigint;
}

/** Checks the declared count and sums against the computed ones; missing elements are not checked. */
export function checkTotals(
  holder: XmlElement | undefined,
  names: { readonly count: string; readonly sums: readonly string[] },
  counted: Totals,
  problems: Problems,
): void {
  const count = childAt(holder, names.count);
  if (count !== undefined && BigInt(count.text) !== BigInt(counted.count)) {
    problems.add(count, "count", `${count.name} does not match the number of transactions.`);
  }
  for (const name of names.sums) {
    const sum = childAt(holder, name);
    if (sum !== undefined && parseDecimal(sum.text) !== counted.sum) {
      problems.add(sum, "sum", `${sum.name} does not match the sum of the amounts.`);
    }
  }
}

export function totalsOf(amounts: readonly XmlElement[]): Totals {
  return { count: amounts.length, sum: amounts.reduce((sum, amount) => sum + decimalOf(amount), 0n) };
}
