import { centsOf, parseDecimal } from "./decimal.ts";
import { parseDay, parseMoment } from "./moment.ts";
import type { IsoRule } from "./problems.ts";
import { choice, type Leaf, type LeafFault } from "./shape.ts";

// The simple types of the standard, under our own names. Lengths count characters, as in XML Schema.

/** Free text. Banks pad fields with blanks; a blank text is read as missing. */
export function text(maxLength: number): Leaf {
  return leaf("text", `must have 1 to ${maxLength} characters.`, (value) => fits(value, maxLength));
}

/** A reference that machines compare. */
export function identifier(maxLength: number): Leaf {
  return leaf(
    "identifier",
    `must have 1 to ${maxLength} characters and must not be blank.`,
    (value) => fits(value, maxLength) && value.trim() !== "",
  );
}

/** A code of an external code set. */
export function externalCode(maxLength: number): Leaf {
  return leaf("code", `must be a code of at most ${maxLength} characters.`, (value) =>
    isCode(value, maxLength),
  );
}

export function isCode(value: string, maxLength: number): boolean {
  return fits(value, maxLength) && !/\s/u.test(value);
}

export function oneOf(...codes: readonly string[]): Leaf {
  return leaf("code", `must be one of ${codes.join(", ")}.`, (value) => codes.includes(value));
}

export function pattern(rule: IsoRule, shape: RegExp, detail: string): Leaf {
  return leaf(rule, detail, (value) => shape.test(value));
}

export const moment = leaf("date", "must be a valid date and time.", (value) => isSome(parseMoment(value)));
export const day = leaf("date", "must be a valid date.", (value) => isSome(parseDay(value)));
export const dayOrMoment = choice("Dt DtTm", { Dt: day, DtTm: moment });

export const indicator = leaf("code", "must be true or false.", (value) =>
  /^(?:true|false|0|1)$/.test(value.trim()),
);
export const direction = oneOf("CRDT", "DBIT");
export const currencyCode = pattern("currency", /^[A-Z]{3}$/, "must be a three-letter currency code.");
export const country = pattern("code", /^[A-Z]{2}$/, "must be a two-letter country code.");
export const count = pattern("count", /^[0-9]{1,15}$/, "must be a number of at most 15 digits.");
export const decimal = leaf("sum", "must be a decimal without a sign.", (value) =>
  isSome(parseDecimal(value)),
);
export const uetr = pattern(
  "identifier",
  /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  "must be a lower-case UUID of version 4.",
);
export const iban = pattern("identifier", /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, "must be an IBAN.");

/** An amount on our rails: US dollars to the cent, more than zero. */
export const dollars: Leaf = {
  kind: "leaf",
  attributes: ["Ccy"],
  evaluate: (value, attributes) => {
    const wrong = evaluateCurrency(attributes.get("Ccy"));
    if (wrong !== undefined) return wrong;
    if (attributes.get("Ccy") !== "USD") return { rule: "currency", detail: "must be in USD." };
    return /^\d{1,16}(?:\.\d{1,2})?$/.test(value.trim()) && /[1-9]/.test(value)
      ? undefined
      : { rule: "amount", detail: "must be a positive amount in dollars and cents, without a sign." };
  },
};

/** An amount in any currency; in US dollars without fractions of a cent. */
export const money: Leaf = {
  kind: "leaf",
  attributes: ["Ccy"],
  evaluate: (value, attributes) => {
    const amount = isAmount(value) ? parseDecimal(value) : undefined;
    const isExact =
      amount !== undefined && (attributes.get("Ccy") !== "USD" || centsOf(amount) !== undefined);
    if (isExact) return evaluateCurrency(attributes.get("Ccy"));
    return { rule: "amount", detail: "must be a decimal without a sign, and in USD in whole cents." };
  },
};

/** At most five decimals, and eighteen digits in total. */
function isAmount(value: string): boolean {
  return /^\d+(?:\.\d{1,5})?$/.test(value.trim()) && value.trim().replace(".", "").length <= 18;
}

function evaluateCurrency(code: string | undefined): LeafFault | undefined {
  return code !== undefined && /^[A-Z]{3}$/.test(code)
    ? undefined
    : { rule: "currency", detail: "must have a three-letter currency code." };
}

function leaf(rule: IsoRule, detail: string, isValid: (value: string) => boolean): Leaf {
  return {
    kind: "leaf",
    attributes: [],
    evaluate: (value) => (isValid(value) ? undefined : { rule, detail }),
  };
}

function fits(value: string, maxLength: number): boolean {
  return value.length > 0 && (value.length <= maxLength || Array.from(value).length <= maxLength);
}

function isSome(value: unknown): boolean {
  return value !== undefined;
}
