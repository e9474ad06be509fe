import { assert } from "../../kernel/assert.ts";
import { centsOf, parseDecimal } from "./decimal.ts";
import { parseDay, parseMoment } from "./moment.ts";
import { childAt, valueAt, type XmlElement } from "./xml-element.ts";

// Values of elements whose shape was checked: a required value is present, so its absence is a bug.

export function requiredValue(element: XmlElement | undefined, path: string): string {
  const value = valueAt(element, path);
  assert(value !== undefined, `the shape requires ${path}`);
  return value;
}

export function requiredMoment(element: XmlElement | undefined, path: string): string {
  const moment = optionalMoment(element, path);
  assert(moment !== undefined, `the shape requires ${path}`);
  return moment;
}

export function optionalMoment(element: XmlElement | undefined, path: string): string | undefined {
  const text = valueAt(element, path);
  return text === undefined ? undefined : parseMoment(text);
}

export function optionalDay(element: XmlElement | undefined, path: string): string | undefined {
  const text = valueAt(element, path);
  return text === undefined ? undefined : parseDay(text);
}

/** Hundred-thousandths of the unit. */
export function decimalOf(amount: XmlElement): bigint {
  const value = parseDecimal(amount.text);
  assert(value !== undefined, `the shape requires a decimal in ${amount.name}`);
  return value;
}

/** Of an amount in US dollars. */
export function requiredCents(element: XmlElement, path: string): bigint {
  const amount = childAt(element, path);
  const cents = amount === undefined ? undefined : centsOf(decimalOf(amount));
  assert(cents !== undefined, `the shape requires whole cents in ${path}`);
  return cents;
}
