import fc from "fast-check";

/** Chooses the usual value nine times out of ten, so that a request is odd in one place rather than everywhere. */
export function mostly<T>(usual: fc.Arbitrary<T>, ...odd: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 9 * odd.length, arbitrary: usual },
    ...odd.map((arbitrary) => ({ weight: 1, arbitrary })),
  );
}

const oldTricks = [
  "",
  " ",
  "\t\r\n",
  "null",
  "undefined",
  "NaN",
  "-0",
  "0x10",
  "1e309",
  "9".repeat(400),
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "'; DROP TABLE accounts; --",
  `" OR ""="`,
  "1) UNION SELECT 1,2,3 --",
  "$1",
  "%s%n%x",
  "../../../../etc/passwd",
  "..\\..\\windows\\win.ini",
  "%2e%2e%2f",
  "%00",
  "%",
  "%zz",
  `${"$"}{jndi:ldap://localhost/a}`,
  "{{7*7}}",
  "<script>alert(1)</script>",
  "a\r\nset-cookie: a=b",
];

const oddUnicode = [
  "\0",
  "a\0b",
  "\ud800",
  "a\udc00",
  "\udfff\ud800",
  "\ufeff",
  "\ufffe\uffff",
  "\u{10ffff}",
  "💸👩‍👩‍👧‍👦🇨🇭",
  "e\u0301 is not \u00e9",
  `a${"\u0301".repeat(500)}`,
  "\u202egnirts lanoitceridib\u202c",
  "مرحبا שלום",
  "١٢٣",
  "１２３",
  "İıſß",
  "\u2028\u2029\u200b\u00ad",
];

const longTexts = ["a".repeat(201), "€".repeat(1_000), "\\".repeat(5_000), "😀".repeat(4_000)];

/** Texts that have broken a parser, escaper, index or column before. Lone surrogates may be among them. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oldTricks) },
  { weight: 4, arbitrary: fc.constantFrom(...oddUnicode) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 40 }) },
  { weight: 1, arbitrary: anyUtf16() },
);

/**
 * Placeholder in a value for JSON that JavaScript cannot represent, such as a number beyond every double. Only texts
 * made here start like this.
 */
const literalMark = "literal JSON:";

/** The JSON text of a value, with its literals inserted. */
export function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? "";
  return text.includes(literalMark) ? text.replaceAll(/"literal JSON:([^"]*)"/g, "$1") : text;
}

const oddNumbers = [
  0,
  -0,
  -1,
  0.1,
  -1e-7,
  5e-324,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  Number.MAX_SAFE_INTEGER + 2,
  2 ** 63,
  1e21,
  Number.MAX_VALUE,
];
const oddLiterals = ["1e400", "-1e400", "1.0", "1E+2", "-0.0", `1${"0".repeat(400)}`, `0.${"3".repeat(400)}`];

export const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(...oddLiterals.map((literal) => literalMark + literal)),
  fc.double(),
);

/** Any JSON, usually of another type than the expected one. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  { weight: 2, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { "": {} }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(10, 400).map((depth) => nest(depth)) },
);

function anyUtf16(): fc.Arbitrary<string> {
  return fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((units) => String.fromCharCode(...units));
}

function nest(depth: number): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
