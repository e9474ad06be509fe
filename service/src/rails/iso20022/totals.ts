import { parseDecimal } from "./decimal.ts";
import type { Problems } from "./problems.ts";
import { decimalOf } from "./read-values.ts";
import { childAt, type XmlElement } from "./xml-element.ts";

export interface Totals {
  readonly count: number;
  /** Hundred-thousandths of the unit, whatever the currency: a control sum adds numbers. */
  readonly sum: bigint;
}

/** What stands in the elements of these names must be what we counted; one that is not there claims nothing. */
export function checkTotals(
  holder: XmlElement | undefined,
  names: { readonly count: string; readonly sums: readonly string[] },
  counted: Totals,
  problems: Problems,
): void {
  const count = childAt(holder, names.count);
  if (count !== undefined && BigInt(count.text) !== BigInt(counted.count)) {
    problems.add(count, "count", `${count.name} is not the number of what follows.`);
  }
  for (const name of names.sums) {
    const sum = childAt(holder, name);
    if (sum !== undefined && parseDecimal(sum.text) !== counted.sum) {
      problems.add(sum, "sum", `${sum.name} is not the sum of what follows.`);
    }
  }
}

export function totalsOf(amounts: readonly XmlElement[]): Totals {
  return { count: amounts.length, sum: amounts.reduce((sum, amount) => sum + decimalOf(amount), 0n) };
}
