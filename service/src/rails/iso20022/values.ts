import { centsOf, parseDecimal } from "./decimal.ts";
import { parseDay, parseMoment } from "./moment.ts";
import type { IsoRule } from "./problems.ts";
import { choice, type Leaf, type LeafFault } from "./shape.ts";

// The simple types of the standard, under names of our own. Lengths count characters, as XML Schema does.

/** A text for people. Banks fill fields with blanks; such a text is none. */
export function text(maxLength: number): Leaf {
  return leaf("text", `has 1 to ${maxLength} characters.`, (value) => fits(value, maxLength));
}

/** A reference that machines compare. */
export function identifier(maxLength: number): Leaf {
  return leaf(
    "identifier",
    `has 1 to ${maxLength} characters, and not only blanks.`,
    (value) => fits(value, maxLength) && value.trim() !== "",
  );
}

/** A code of a list that is kept outside of the schemas. */
export function externalCode(maxLength: number): Leaf {
  return leaf("code", `is a code of at most ${maxLength} characters.`, (value) => isCode(value, maxLength));
}

export function isCode(value: string, maxLength: number): boolean {
  return fits(value, maxLength) && !/\s/u.test(value);
}

export function oneOf(...codes: readonly string[]): Leaf {
  return leaf("code", `is one of ${codes.join(", ")}.`, (value) => codes.includes(value));
}

export function pattern(rule: IsoRule, shape: RegExp, detail: string): Leaf {
  return leaf(rule, detail, (value) => shape.test(value));
}

export const moment = leaf("date", "is a date and a time that there are.", (value) =>
  isSome(parseMoment(value)),
);
export const day = leaf("date", "is a date that there is.", (value) => isSome(parseDay(value)));
export const dayOrMoment = choice("Dt DtTm", { Dt: day, DtTm: moment });

export const indicator = leaf("code", "is true or false.", (value) =>
  /^(?:true|false|0|1)$/.test(value.trim()),
);
export const direction = oneOf("CRDT", "DBIT");
export const currencyCode = pattern("currency", /^[A-Z]{3}$/, "is a currency of three letters.");
export const country = pattern("code", /^[A-Z]{2}$/, "is a country of two letters.");
export const count = pattern("count", /^[0-9]{1,15}$/, "is a count of at most 15 digits.");
export const decimal = leaf("sum", "is a decimal without sign.", (value) => isSome(parseDecimal(value)));
export const uetr = pattern(
  "identifier",
  /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
  "is a UUID of version 4 in lower case.",
);
export const iban = pattern("identifier", /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/, "is an IBAN.");

/** What moves between banks on our rails: US dollars to the cent, and more than nothing. */
export const dollars: Leaf = {
  kind: "leaf",
  attributes: ["Ccy"],
  judge: (value, attributes) => {
    const wrong = judgeCurrency(attributes.get("Ccy"));
    if (wrong !== undefined) return wrong;
    if (attributes.get("Ccy") !== "USD") return { rule: "currency", detail: "is not in USD." };
    return /^\d{1,16}(?:\.\d{1,2})?$/.test(value.trim()) && /[1-9]/.test(value)
      ? undefined
      : { rule: "amount", detail: "is dollars and cents, more than zero, without sign." };
  },
};

/** Money of any currency; in US dollars there are no fractions of a cent. */
export const money: Leaf = {
  kind: "leaf",
  attributes: ["Ccy"],
  judge: (value, attributes) => {
    const amount = isAmount(value) ? parseDecimal(value) : undefined;
    const isExact =
      amount !== undefined && (attributes.get("Ccy") !== "USD" || centsOf(amount) !== undefined);
    if (isExact) return judgeCurrency(attributes.get("Ccy"));
    return { rule: "amount", detail: "is a decimal without sign, and in USD it is whole cents." };
  },
};

/** At most five decimals, and eighteen digits in all. */
function isAmount(value: string): boolean {
  return /^\d+(?:\.\d{1,5})?$/.test(value.trim()) && value.trim().replace(".", "").length <= 18;
}

function judgeCurrency(code: string | undefined): LeafFault | undefined {
  return code !== undefined && /^[A-Z]{3}$/.test(code)
    ? undefined
    : { rule: "currency", detail: "names its currency by three letters." };
}

function leaf(rule: IsoRule, detail: string, isRight: (value: string) => boolean): Leaf {
  return { kind: "leaf", attributes: [], judge: (value) => (isRight(value) ? undefined : { rule, detail }) };
}

function fits(value: string, maxLength: number): boolean {
  return value.length > 0 && (value.length <= maxLength || Array.from(value).length <= maxLength);
}

function isSome(value: unknown): boolean {
  return value !== undefined;
}
